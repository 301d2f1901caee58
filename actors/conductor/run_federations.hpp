#pragma once

#include <cstddef>
#include <span>

#include "actors/plan.hpp"
#include "actors/runtime/interrupt.hpp"
#include "actors/runtime/observer.hpp"
#include "actors/runtime/outcome.hpp"

namespace fedltr {

struct RosterConfig;

/// Runs all federations, several at a time, and shuts down every actor before
/// it returns, also on failure and interruption. Results do not depend on the
/// number of threads.
///
/// @param threads  number of threads; 0 means one per core
/// @param nodes    nodes that run the cohorts; nullptr for this process
FederationOutcome run_federations(std::span<const FederationPlan> plans,
                                  std::size_t threads, Observer& observer,
                                  Interrupt& interrupt,
                                  const RosterConfig* nodes = nullptr);

}  // namespace fedltr
