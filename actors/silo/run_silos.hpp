#pragma once

#include <functional>
#include <span>

#include "actors/runtime/federation.hpp"
#include "actors/silo/silo_plan.hpp"

namespace fedltr {

/// Told of a run that came to an end, one at a time.
using SiloObserver = std::function<void(std::uint32_t run, SiloRecord record)>;

/// Runs all plans on so many threads, several side by side where memory allows,
/// and shuts every actor down before it returns. Results do not depend on the
/// number of threads.
/// @param threads       0 = all cores
/// @param side_by_side  runs at a time, 1 or more
FederationOutcome run_silos(
    std::span<const std::shared_ptr<const SiloPlan>> plans, std::size_t threads,
    std::size_t side_by_side, const SiloObserver& observer,
    Interrupt& interrupt);

}  // namespace fedltr
