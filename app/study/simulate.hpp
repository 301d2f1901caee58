#pragma once

#include <functional>
#include <vector>

#include "actors/runtime/interrupt.hpp"
#include "app/plan/build.hpp"

namespace fedltr {

/// Receives each evaluated round, from one thread at a time.
using OnRound = std::function<void(const Run&, const RoundRecord&)>;

/// Runs a scenario of a federation, which may have methods of the caller's own,
/// without its baselines. Writes no results; stored updates that exceed
/// unlearning.memory go to a temporary folder.
///
/// Runs follow each other, so that a method with memory sees the same rounds in
/// the same order each time: its rule and attack from one thread at a time, its
/// click model from run.threads at once.
///
/// @return  the runs, in order; the last one incomplete if interrupted
/// @throws UsageError, DataError
/// @throws std::runtime_error  if a run fails
std::vector<Run> simulate(const Scenario& scenario, const OnRound& on_round,
                          Interrupt& interrupt);

}  // namespace fedltr
