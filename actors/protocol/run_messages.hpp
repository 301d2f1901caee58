#pragma once

#include <cstdint>
#include <string>

#include "algorithms/core/fields.hpp"

// Begin and end of a federation's run:
//
//   conductor -> server              StartRun, StopRun
//   server    -> recorder            RecordRound, RecordRun
//   recorder, server -> conductor    RunEnded
namespace fedltr {

/// Begins the federation.
struct StartRun {
  static constexpr const char* kName = "StartRun";

  template <class F>
  auto fields(F&& f) {
    return f();
  }
};

/// Gives up the round that is open and ends with the model before it.
struct StopRun {
  static constexpr const char* kName = "StopRun";

  template <class F>
  auto fields(F&& f) {
    return f();
  }
};

/// Says that a federation is over.
struct RunEnded {
  static constexpr const char* kName = "RunEnded";
  std::uint32_t run = 0;
  std::string failure;  ///< empty: it went well

  template <class F>
  auto fields(F&& f) {
    return f(run, failure);
  }
};

using RunMessages = TypeList<StartRun, StopRun, RunEnded>;

}  // namespace fedltr
