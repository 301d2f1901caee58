#pragma once

#include <algorithm>
#include <random>

#include <caf/scheduler/test_coordinator.hpp>

#include "actors/protocol/messages.hpp"

namespace fedltr::test {

struct DetConfig : caf::actor_system_config {
  DetConfig() {
    set("scheduler.policy", caf::atom("testing"));
    set("scheduler.max-threads", std::size_t{1});  // on any machine
  }
};

/// Steps actors one message at a time, in virtual time, without threads.
class DetFixture {
 public:
  DetConfig config;
  caf::actor_system sys{config};
  caf::scoped_actor self{sys, true};  // hidden: shutdown does not wait for it

  DetFixture() { clock().current_time += std::chrono::hours(1); }
  ~DetFixture() {
    // Timers keep actors alive, and some tests leave actors running.
    clock().cancel_all();
    sys.await_actors_before_shutdown(false);
    run();
  }

  bool step() { return scheduler().try_run_once(); }
  std::size_t run() {
    std::size_t steps = 0;
    while (step()) ++steps;
    return steps;
  }
  /// Every runnable actor is equally likely to be next.
  std::size_t run_shuffled(std::uint64_t seed) {
    std::mt19937_64 rng(seed);
    std::size_t steps = 0;
    auto& jobs = scheduler().jobs;
    while (!jobs.empty()) {
      const auto chosen =
          jobs.begin() + static_cast<std::ptrdiff_t>(rng() % jobs.size());
      std::rotate(jobs.begin(), chosen, chosen + 1);
      step();
      ++steps;
    }
    return steps;
  }
  /// Lets virtual time pass, and runs what is due then.
  void advance(std::chrono::milliseconds time) {
    clock().advance_time(time);
    run();
  }
  template <class State, class Base = caf::event_based_actor>
  State& state(const caf::actor& handle) {
    return dynamic_cast<caf::stateful_actor<State, Base>&>(
               *caf::actor_cast<caf::abstract_actor*>(handle))
        .state;
  }

 private:
  caf::scheduler::test_coordinator& scheduler() {
    return dynamic_cast<caf::scheduler::test_coordinator&>(sys.scheduler());
  }
  caf::detail::test_actor_clock& clock() { return scheduler().clock(); }
};

}  // namespace fedltr::test
