#pragma once

#include <cstdint>
#include <string>

#include "actors/plan.hpp"

namespace fedltr {

/// Receives the results of runs. Called by one actor at a time.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void on_round(std::uint32_t run, const RoundRecord& record) = 0;
  virtual void on_finished(std::uint32_t run, RunResult result) = 0;
  /// Receives a checkpoint: a run with these bytes as its plan's `resume`
  /// continues after that round.
  virtual void on_checkpoint(std::uint32_t /*run*/, std::uint32_t /*round*/,
                             const std::string& /*bytes*/) {}
  /// Called when it is time to save the runs that have ended.
  virtual void on_checkpoint_due() {}
};

}  // namespace fedltr
