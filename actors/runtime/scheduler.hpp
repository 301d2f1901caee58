#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>

#include <caf/policy/unprofiled.hpp>

#include "actors/caf.hpp"

// CAF's workers look up the actor of a job, for a log that Debian's build does
// not have; this is the only place that makes workers.
#undef CAF_PUSH_AID_FROM_PTR
#define CAF_PUSH_AID_FROM_PTR(pointer) static_cast<void>(0)
#include <caf/scheduler/coordinator.hpp>

namespace fedltr {

/// A scheduler policy: each worker has its own queue and, when that is empty,
/// takes the older half of another worker's.
///
/// CAF 0.17.6 has two others. Stealing walks the entire queue for each job it
/// takes; sharing makes all workers contend for one lock, which costs a third
/// of two threads' time when a job takes a few microseconds. CAF 0.19 also uses
/// queues under locks that are hardly ever contended.
class LocalQueues : public caf::policy::unprofiled {
 public:
  /// Jobs, oldest first.
  struct Queue {
    std::mutex lock;
    std::deque<caf::resumable*> jobs;

    void push(caf::resumable* job) {
      const std::lock_guard guard(lock);
      jobs.push_back(job);
    }
    caf::resumable* pop() {
      const std::lock_guard guard(lock);
      if (jobs.empty()) return nullptr;
      caf::resumable* const job = jobs.front();
      jobs.pop_front();
      return job;
    }
  };

  // CAF's names.
  // NOLINTNEXTLINE(readability-identifier-naming)
  struct coordinator_data {
    explicit coordinator_data(caf::scheduler::abstract_coordinator*) {}

    std::mutex lock;
    std::condition_variable wake;
    std::atomic<int> sleeping{0};
    std::atomic<std::size_t> next_worker{0};
  };

  // NOLINTNEXTLINE(readability-identifier-naming)
  struct worker_data {
    explicit worker_data(caf::scheduler::abstract_coordinator*) {}
    // Workers are copies of one initial value.
    worker_data(const worker_data&) {}

    Queue queue;
  };

  template <class Coordinator>
  void central_enqueue(Coordinator* self, caf::resumable* job) {
    const std::size_t worker =
        d(self).next_worker.fetch_add(1) % self->num_workers();
    put(self, self->worker_by_id(worker), job);
  }
  template <class Worker>
  void external_enqueue(Worker* self, caf::resumable* job) {
    put(self->parent(), self, job);
  }
  template <class Worker>
  void internal_enqueue(Worker* self, caf::resumable* job) {
    put(self->parent(), self, job);
  }
  template <class Worker>
  void resume_job_later(Worker* self, caf::resumable* job) {
    put(self->parent(), self, job);
  }

  template <class Worker>
  caf::resumable* dequeue(Worker* self) {
    leave_logger();
    if (auto* job = d(self).queue.pop()) return job;
    auto& common = d(self->parent());
    while (true) {
      if (auto* job = steal(self)) return job;
      std::unique_lock guard(common.lock);
      // First announce sleep, then look once more: put() does it the other way
      // round, so one of the two threads sees the other.
      common.sleeping.fetch_add(1);
      if (!any_job(self->parent())) common.wake.wait(guard);
      common.sleeping.fetch_sub(1);
    }
  }

  template <class Worker, class Function>
  void foreach_resumable(Worker* self, Function function) {
    while (auto* job = d(self).queue.pop()) function(job);
  }
  template <class Coordinator, class Function>
  void foreach_central_resumable(Coordinator*, Function) {}

 private:
  template <class Coordinator, class Worker>
  void put(Coordinator* coordinator, Worker* worker, caf::resumable* job) {
    d(worker).queue.push(job);
    wake(coordinator);
  }

  /// Wakes a worker that sleeps, if any, for a job that has been queued.
  template <class Coordinator>
  void wake(Coordinator* coordinator) {
    auto& common = d(coordinator);
    if (common.sleeping.load() == 0) return;
    { const std::lock_guard guard(common.lock); }
    common.wake.notify_one();
  }

  template <class Coordinator>
  bool any_job(Coordinator* coordinator) {
    for (std::size_t i = 0; i < coordinator->num_workers(); ++i) {
      Queue& queue = d(coordinator->worker_by_id(i)).queue;
      const std::lock_guard guard(queue.lock);
      if (!queue.jobs.empty()) return true;
    }
    return false;
  }

  /// Takes the older half of the next busy worker's jobs; returns one to do
  /// now.
  template <class Worker>
  caf::resumable* steal(Worker* self) {
    auto* const coordinator = self->parent();
    const std::size_t workers = coordinator->num_workers();
    for (std::size_t i = 0; i < workers; ++i) {
      Queue& victim =
          d(coordinator->worker_by_id((self->id() + i) % workers)).queue;
      std::deque<caf::resumable*> taken;
      {
        const std::lock_guard guard(victim.lock);
        const auto half =
            static_cast<std::ptrdiff_t>((victim.jobs.size() + 1) / 2);
        taken.assign(victim.jobs.begin(), victim.jobs.begin() + half);
        victim.jobs.erase(victim.jobs.begin(), victim.jobs.begin() + half);
      }
      if (taken.empty()) continue;
      caf::resumable* const job = taken.front();
      taken.pop_front();
      if (taken.empty()) return job;
      {
        const std::lock_guard guard(d(self).queue.lock);
        for (caf::resumable* each : taken) d(self).queue.jobs.push_back(each);
      }
      // A worker may have seen no job while these were in no queue.
      wake(coordinator);
      return job;
    }
    return nullptr;
  }

  /// Detaches the thread from CAF's logger. CAF notes the actor that runs in
  /// each thread, for a log that Debian's build does not have, in a table that
  /// all threads lock; a thread without logger skips that.
  static void leave_logger() {
    thread_local const bool left = [] {
      caf::logger::set_current_actor_system(nullptr);
      return true;
    }();
    (void)left;
  }
};

/// Configures an actor system with that scheduler.
struct SystemConfig : caf::actor_system_config {
  explicit SystemConfig(std::size_t threads) {
    module_factories.emplace_back([](caf::actor_system& system) {
      return new caf::scheduler::coordinator<LocalQueues>(system);
    });
    set("scheduler.max-threads", threads);
    set("scheduler.max-throughput", std::size_t{300});
  }
};

}  // namespace fedltr
