#include "app/study/collector.hpp"

#include <doctest/doctest.h>

#include "algorithms/core/archive.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::collector_test {
using namespace fedltr::test;

namespace {

/// A run of ten rounds, with six interactions each, that ended after `rounds`.
RunResult result_after(std::uint32_t rounds, bool complete = true) {
  RunResult result;
  for (std::uint32_t round = 0; round <= rounds; ++round) {
    RoundRecord& record = result.rounds.emplace_back();
    record.round = round;
    record.interactions = 6 * round;
    record.metrics = {0.5};
  }
  result.model = Vector::Constant(2, rounds);
  result.complete = complete;
  return result;
}

struct TwoRuns {
  TemporaryFolder folder;
  std::vector<PlannedRun> planned = {{0, 1, 1}, {0, 1, 2}};
  std::vector<std::shared_ptr<const CheckpointFolder>> checkpoints = {
      std::make_shared<const CheckpointFolder>(folder / "run",
                                               Json{{"scenario", "x"}})};

  std::vector<RunResult> results = std::vector<RunResult>(2);

  Collector collector(bool at_once) {
    results = std::vector<RunResult>(2);
    return {planned, {&results[0], &results[1]}, checkpoints, at_once};
  }
  auto load(std::uint32_t repeat) const {
    return checkpoints[0]->load<FederationCheckpoint>(1, repeat);
  }
};

}  // namespace

TEST_CASE("a checkpoint holds the snapshot of a run, or the result of it") {
  FederationCheckpoint open;
  open.round = 4;
  open.snapshot = std::make_shared<const std::string>("state\0of it", 11);
  FederationCheckpoint ended;
  ended.round = 10;
  ended.result = result_after(10);
  for (FederationCheckpoint* each : {&open, &ended}) {
    const std::string bytes = archived(*each);
    Archive archive(bytes);
    FederationCheckpoint read;
    archive(read);
    archive.finish();
    CHECK(read.round == each->round);
    CHECK((read.snapshot != nullptr) == (each->snapshot != nullptr));
    if (read.snapshot) CHECK(*read.snapshot == *each->snapshot);
    CHECK(read.result.rounds.size() == each->result.rounds.size());
    CHECK(read.result.model == each->result.model);
  }
}

TEST_CASE("a run that ends is kept at once, or when checkpoints are due") {
  for (const bool at_once : {true, false}) {
    CAPTURE(at_once);
    TwoRuns runs;
    Collector collector = runs.collector(at_once);
    collector.add(0, result_after(10));
    CHECK(runs.load(1).has_value() == at_once);
    collector.keep_finished();
    REQUIRE(runs.load(1));
    CHECK_FALSE(runs.load(1)->snapshot);
    CHECK(runs.load(1)->round == 10);
    // It can still be written.
    REQUIRE(runs.results[0].final());
    CHECK(runs.results[0].model(0) == 10);
    CHECK_FALSE(runs.results[1].final());
  }
}

TEST_CASE("a run that was stopped leaves its snapshot, not its result") {
  TwoRuns runs;
  Collector collector = runs.collector(true);
  collector.save(1, 4, "after four rounds");
  collector.add(1, result_after(4, false));
  collector.keep_finished();
  REQUIRE(runs.load(2));
  CHECK(runs.load(2)->round == 4);
  CHECK(*runs.load(2)->snapshot == "after four rounds");
}

TEST_CASE("interactions are those of this invocation") {
  TwoRuns runs;
  Collector fresh = runs.collector(false);
  fresh.add(0, result_after(10));
  CHECK(fresh.interactions() == 60);
  Collector resumed = runs.collector(false);
  FederationCheckpoint open;
  open.round = 4;
  open.snapshot = std::make_shared<const std::string>("state");
  resumed.resume(1, open);
  CHECK_FALSE(runs.results[1].final());
  resumed.add(1, result_after(10));
  CHECK(resumed.interactions() == 36);
  FederationCheckpoint ended;
  ended.round = 10;
  ended.result = result_after(10);
  resumed.resume(0, ended);
  REQUIRE(runs.results[0].final());
  CHECK(resumed.interactions() == 36);
}

TEST_CASE("a state that could not be kept is tried again") {
  TwoRuns runs;
  const std::string obstacle = runs.folder.write("run/checkpoint", "a file");
  Collector collector = runs.collector(true);
  collector.add(0, result_after(10));
  CHECK(collector.failure() != "");
  std::filesystem::remove(obstacle);
  collector.keep_finished();
  CHECK(collector.failure() == "");
  CHECK(runs.load(1));
}

}  // namespace fedltr::collector_test
