#include "actors/cohort/window.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/small_federation.hpp"

namespace fedltr::window_test {

namespace {

/// Learns as another learner, once as many clients as wanted are here at once.
class Meeting : public Learner {
 public:
  Meeting(std::shared_ptr<const Learner> learner, std::size_t wanted)
      : learner_(std::move(learner)), wanted_(wanted) {}

  std::unique_ptr<LocalLearning> begin(
      const VectorView& global, Index searches, LearnerStreams& streams,
      Eigen::Ref<Vector> message) const override {
    std::unique_lock guard(lock_);
    if (++here_ == wanted_) met_ = true;
    all_.notify_all();
    all_.wait_for(guard, std::chrono::minutes(1), [this] { return met_; });
    --here_;
    guard.unlock();
    return learner_->begin(global, searches, streams, message);
  }
  bool met() const { return met_; }

 private:
  std::shared_ptr<const Learner> learner_;
  std::size_t wanted_;
  mutable std::mutex lock_;
  mutable std::condition_variable all_;
  mutable std::size_t here_ = 0;
  mutable bool met_ = false;
};

/// True if a round has as many clients at once as there are threads.
bool all_threads_train(FederationPlan plan, std::size_t threads) {
  const auto meeting = std::make_shared<Meeting>(plan.learner, threads);
  plan.learner = meeting;
  test::run(plan, threads);
  return meeting->met();
}

}  // namespace

TEST_CASE("orders come in their order, then none") {
  Window<int> window;
  CHECK_FALSE(window.next());
  window.open(std::vector<int>{3, 1});
  CHECK(window.next() == 3);
  CHECK(window.next() == 1);
  CHECK_FALSE(window.next());
}

TEST_CASE("new orders take the place of those not sent") {
  Window<int> window;
  window.open(std::vector<int>{3, 1});
  window.open(std::vector<int>{7});
  CHECK(window.next() == 7);
  CHECK_FALSE(window.next());
}

TEST_CASE("eight cohorts are in flight, on many threads an eighth of them") {
  for (const std::size_t threads : {1, 2, 16, 64})
    CHECK(cohorts_in_flight(threads, 256) == 8);
  CHECK(cohorts_in_flight(65, 256) == 9);
  CHECK(cohorts_in_flight(256, 256) == 32);
}

TEST_CASE("more cohorts are in flight if few of their clients take part") {
  CHECK(cohorts_in_flight(4, 1) == 8);
  CHECK(cohorts_in_flight(16, 1) == 32);
  CHECK(cohorts_in_flight(16, 0) == 32);
  CHECK(cohorts_in_flight(16, 3) == 11);
  CHECK(cohorts_in_flight(64, 15) == 9);
}

TEST_CASE("a cohort has eight clients in flight, or two for each thread") {
  for (const std::size_t cohorts : {1, 4, 1000})
    for (const std::size_t threads : {1, 2, 4})
      CHECK(clients_in_flight(threads, cohorts) == 8);
  CHECK(clients_in_flight(16, 1) == 32);
  CHECK(clients_in_flight(64, 4) == 32);
  CHECK(clients_in_flight(64, 40) == 16);
  CHECK(clients_in_flight(256, 40) == 16);
  for (const std::size_t cohorts : {1, 3, 8, 9, 50, 4000})
    for (const std::size_t threads : {1, 3, 16, 65, 256}) {
      const std::size_t together =
          std::min(cohorts, cohorts_in_flight(threads, 256));
      CHECK(together * clients_in_flight(threads, cohorts) >= 2 * threads);
    }
}

TEST_CASE("all threads train clients of one cohort at once") {
  CHECK(all_threads_train(test::small_plan(60, 1), 20));
}

TEST_CASE("all threads train at once if cohorts have few participants") {
  FederationPlan plan = test::small_plan(40 * kCohortSize, 1);
  plan.participation = 40.0 / plan.clients;
  CHECK(all_threads_train(plan, 20));
}

TEST_CASE("windows of any size give the same bits") {
  FederationPlan few = test::small_plan(20 * kCohortSize, 4);
  few.participation = 0.01;
  for (const FederationPlan& plan : {test::small_plan(700, 4), few}) {
    const test::Memory expected = test::run(plan, 1);
    for (const std::size_t threads : {5, 16, 70}) {
      const test::Memory memory = test::run(plan, threads);
      CHECK(memory.results.at(0).model == expected.results.at(0).model);
      REQUIRE(memory.rounds.at(0).size() == expected.rounds.at(0).size());
      for (std::size_t i = 0; i < expected.rounds.at(0).size(); ++i)
        CHECK(test::same_records(memory.rounds.at(0)[i],
                                 expected.rounds.at(0)[i]));
    }
  }
}

TEST_CASE("a stop takes effect within a round, on many threads") {
  // A learner that takes a while, and stops the run once it has begun.
  struct Slow : Learner {
    struct Learning : LocalLearning {
      void show(Search& search) override {
        search.show(std::array<Index, 1>{0});
      }
      void learn(Search&) override {}
    };
    Interrupt* interrupt = nullptr;
    mutable std::atomic<int> clients = 0;
    std::unique_ptr<LocalLearning> begin(
        const VectorView&, Index, LearnerStreams&,
        Eigen::Ref<Vector> message) const override {
      message.setZero();
      if (++clients == 100) interrupt->trigger();
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      return std::make_unique<Learning>();
    }
  };
  Interrupt interrupt;
  const auto slow = std::make_shared<Slow>();
  slow->interrupt = &interrupt;
  FederationPlan plan = test::small_plan(8 * kCohortSize, 2);
  plan.learner = slow;
  test::Memory memory;
  CHECK(run_federations({&plan, 1}, 16, memory, interrupt).interrupted);
  CHECK(slow->clients < 4 * int{kCohortSize});
  CHECK_FALSE(memory.results.at(0).complete);
}

}  // namespace fedltr::window_test
