#pragma once

#include <map>
#include <string>

#include "algorithms/core/archive.hpp"
#include "tests/support/small_federation.hpp"

namespace fedltr::test {

/// Keeps the checkpoints of a run, and may stop it or ask for one at a round.
struct CheckpointKeeper : Memory {
  std::map<std::uint32_t, std::string> checkpoints;  ///< by round
  Interrupt interrupt;
  std::uint32_t stop_at = 0;
  std::uint32_t ask_at = 0;

  void on_round(std::uint32_t run, const RoundRecord& record) override {
    Memory::on_round(run, record);
    if (ask_at > 0 && record.round == ask_at) interrupt.ask_for_checkpoints();
    if (stop_at > 0 && record.round >= stop_at) interrupt.trigger();
  }
  void on_checkpoint(std::uint32_t, std::uint32_t round,
                     const std::string& bytes) override {
    checkpoints[round] = bytes;
  }

  /// Runs a plan, which must succeed.
  void run(const FederationPlan& plan) {
    const auto outcome = run_federations({&plan, 1}, 2, *this, interrupt);
    CHECK(outcome.failure == "");
    CHECK_FALSE(outcome.error);
  }
};

/// Returns all of a result except for its times.
inline std::string bytes_of(RunResult result) {
  result.training_seconds = 0;
  for (UnlearningRecord& each : result.unlearned) each.seconds = 0;
  return archived(result);
}

}  // namespace fedltr::test
