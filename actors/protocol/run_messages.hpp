#pragma once

#include <cstdint>
#include <string>

#include "algorithms/core/fields.hpp"

// Begin and end of a federation's run:
//
//   conductor -> server              StartRun, StopRun
//   server    -> recorder            RecordRound, RecordResult
//   recorder, server -> conductor    RunEnded
namespace fedltr {

/// Starts the federation.
struct StartRun {
  static constexpr const char* kName = "StartRun";

  auto fields(auto&& f) { return f(); }
};

/// Gives up the round that is open and ends with the model before it.
struct StopRun {
  static constexpr const char* kName = "StopRun";

  auto fields(auto&& f) { return f(); }
};

/// Reports the end of a federation.
struct RunEnded {
  static constexpr const char* kName = "RunEnded";
  std::uint32_t run = 0;
  std::string failure;  ///< empty if the run succeeded

  auto fields(auto&& f) { return f(run, failure); }
};

using RunMessages = TypeList<StartRun, StopRun, RunEnded>;

}  // namespace fedltr
