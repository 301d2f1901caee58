#include "actors/server/unlearning_progress.hpp"

#include <doctest/doctest.h>

#include "algorithms/core/archive.hpp"
#include "tests/support/small_federation.hpp"

namespace fedltr::unlearning_progress_test {
using Start = UnlearningSchedule::Start;

namespace {

const Vector kModel = Vector::Ones(6);

/// Clients 1 and 4 leave after round 5, client 2 after round 8.
FederationPlan plan_of(const char* method) {
  FederationPlan plan = test::small_plan(6, 10);
  plan.unlearning.requests = {{5, {1, 4}}, {8, {2}}};
  plan.unlearning.method = find(unlearning_methods(), method).make;
  plan.unlearning.options.interval = 2;
  return plan;
}

void run_all_rounds(UnlearningProgress& progress) {
  while (progress.take_spec()) progress.close_round(10, 3, 4);
}

}  // namespace

TEST_CASE("unlearning that stops in its last round is not complete") {
  const FederationPlan plan = plan_of("fine-tune");
  const auto begun = [&] {
    UnlearningProgress progress(plan);
    progress.begin(5, 5, kModel, true);
    progress.begin_removal(1);
    CHECK(progress.cohort_removed());
    return progress;
  };
  UnlearningProgress whole = begun();
  run_all_rounds(whole);
  const std::uint32_t rounds = whole.record()->rounds;
  CHECK(whole.finish(6, kModel).complete);
  UnlearningProgress stopped = begun();
  while (stopped.take_spec() && stopped.record()->rounds + 1 < rounds)
    stopped.close_round(10, 3, 4);
  CHECK_FALSE(stopped.finish(6, kModel).complete);
}

TEST_CASE("requests are due in turn, each after its round") {
  const FederationPlan plan = plan_of("retrain");
  UnlearningProgress progress(plan);
  CHECK_FALSE(progress.due(4));
  REQUIRE(progress.due(5));
  CHECK(progress.due(5)->clients == std::vector<std::uint32_t>{1, 4});
  CHECK_FALSE(progress.due(8));
  progress.begin(5, 5, kModel, true);
  CHECK_FALSE(progress.due(5));
  REQUIRE(progress.due(8));
  CHECK(progress.due(8)->clients == std::vector<std::uint32_t>{2});
}

TEST_CASE("an unlearning is removal, its rounds, and a record of both") {
  const FederationPlan plan = plan_of("retrain");
  UnlearningProgress progress(plan);
  CHECK_FALSE(progress.record());
  CHECK(progress.begin(5, 7, kModel, true) == Start::kInitial);
  REQUIRE(progress.record());
  CHECK(progress.removal_is_due());
  progress.begin_removal(2);
  CHECK_FALSE(progress.cohort_removed());
  CHECK(progress.is_removing());
  progress.keep_evidence(4, {17, 20});
  progress.keep_evidence(3, {1});  // stays
  CHECK(progress.cohort_removed());
  CHECK_FALSE(progress.is_removing());
  CHECK_FALSE(progress.removal_is_due());
  run_all_rounds(progress);
  const UnlearningRecord record = progress.finish(12, 2 * kModel);
  CHECK_FALSE(progress.record());
  CHECK(record.complete);
  CHECK(record.after == 5);
  CHECK(record.first == 7);
  CHECK(record.last == 12);
  CHECK(record.rounds == 5);  // retraining repeats what was trained
  CHECK(record.interactions == 50);
  CHECK(record.bytes_up == 15);
  CHECK(record.bytes_down == 20);
  CHECK(record.before == kModel);
  CHECK(record.model == 2 * kModel);
  REQUIRE(record.clicked.size() == 2);
  CHECK(record.clicked[0].empty());
  CHECK(record.clicked[1] == std::vector<std::uint32_t>{17, 20});
}

TEST_CASE("a client that never took part is removed without unlearning") {
  const FederationPlan plan = plan_of("retrain");
  UnlearningProgress progress(plan);
  CHECK(progress.begin(5, 5, kModel, false) == Start::kCurrent);
  CHECK(progress.removal_is_due());
  progress.begin_removal(1);
  progress.cohort_removed();
  CHECK_FALSE(progress.take_spec());
  CHECK(progress.finish(5, kModel).complete);
}

TEST_CASE("clients make their ascent before they are removed") {
  const FederationPlan plan = plan_of("pga");
  UnlearningProgress progress(plan);
  CHECK(progress.begin(5, 5, kModel, true) == Start::kLastStored);
  std::size_t before = 0;
  bool ascent = false;
  while (!progress.removal_is_due()) {
    const auto spec = progress.take_spec();
    REQUIRE(spec);
    ascent |= spec->task == Task::kAscent;
    progress.close_round(1, 1, 1);
    ++before;
  }
  CHECK(before == 2);
  CHECK(ascent);
}

TEST_CASE("a later request draws from streams of its own") {
  const FederationPlan plan = plan_of("fine-tune");
  UnlearningProgress progress(plan);
  std::vector<std::uint32_t> drawn;
  for (const std::uint32_t trained : {5U, 8U}) {
    progress.begin(trained, trained, kModel, true);
    while (const auto spec = progress.take_spec())
      drawn.push_back(spec->rng_round);
    progress.finish(trained, kModel);
  }
  std::ranges::sort(drawn);
  CHECK(std::ranges::adjacent_find(drawn) == drawn.end());
}

TEST_CASE("one that is given up is not complete") {
  const FederationPlan plan = plan_of("retrain");
  UnlearningProgress progress(plan);
  progress.begin(5, 5, kModel, true);
  progress.begin_removal(2);
  CHECK_FALSE(progress.finish(5, kModel).complete);
  // Cohorts still answer.
  progress.keep_evidence(1, {3});
  CHECK_FALSE(progress.cohort_removed());
  CHECK(progress.cohort_removed());
  CHECK_THROWS_AS(progress.cohort_removed(), std::invalid_argument);
}

TEST_CASE("a checkpoint repeats the open round, not a skipped or closed one") {
  const FederationPlan plan = plan_of("retrain");
  for (const std::string then : {"open", "closed", "skipped"}) {
    CAPTURE(then);
    UnlearningProgress progress(plan);
    progress.begin(5, 5, kModel, true);
    progress.begin_removal(1);
    progress.cohort_removed();
    progress.take_spec();
    progress.close_round(1, 1, 1);
    const auto second = progress.take_spec();
    if (then == "closed") progress.close_round(1, 1, 1);
    if (then == "skipped") progress.skip_round();
    const std::string bytes = archived(progress);
    UnlearningProgress restored(plan);
    Archive reader(bytes);
    restored.exchange(reader);
    reader.finish();
    REQUIRE(restored.record());
    CHECK(restored.record()->rounds == (then == "closed" ? 2 : 1));
    CHECK_FALSE(restored.removal_is_due());
    const auto next = restored.take_spec();
    if (then == "open")
      CHECK(next == second);
    else
      CHECK(next == progress.take_spec());
    CHECK(restored.due(8));
  }
}

TEST_CASE("a checkpoint of another unlearning is refused") {
  const FederationPlan retrain = plan_of("retrain");
  UnlearningProgress progress(retrain);
  progress.begin(5, 5, kModel, true);
  for (int i = 0; i < 5; ++i) progress.take_spec();
  progress.skip_round();
  const std::string bytes = archived(progress);
  const FederationPlan other = plan_of("federaser");  // has fewer rounds
  UnlearningProgress restored(other);
  Archive reader(bytes);
  CHECK_THROWS_AS(restored.exchange(reader), ArchiveError);
}

}  // namespace fedltr::unlearning_progress_test
