#pragma once

#include <doctest/doctest.h>

#include "actors/runtime/recorder.hpp"
#include "actors/server/server.hpp"
#include "tests/support/det_fixture.hpp"

namespace fedltr::test {

struct ShuffledRun {
  std::shared_ptr<RunResult> result;
  std::vector<RoundRecord> rounds;
  std::size_t steps = 0;  ///< number of messages
};

/// Runs a plan with its messages in an order drawn from the seed; the run must
/// succeed.
inline ShuffledRun run_shuffled(const FederationPlan& plan,
                                std::uint64_t seed) {
  DetFixture fixture;
  ShuffledRun run;
  std::string failure;
  const auto observer = fixture.sys.spawn([&]() -> caf::behavior {
    return {[&](const RecordRound& m) { run.rounds.push_back(m.record); },
            [&](const RecordResult& m) { run.result = m.result; },
            [&](const RunEnded& m) { failure = m.failure; }};
  });
  const auto handle = fixture.sys.spawn(server, begin_run(plan), observer,
                                        observer, SpawnCohort());
  caf::anon_send(handle, StartRun{});
  run.steps = fixture.run_shuffled(seed);
  REQUIRE(failure.empty());
  REQUIRE(run.result);
  caf::anon_send_exit(observer, caf::exit_reason::user_shutdown);
  return run;
}

}  // namespace fedltr::test
