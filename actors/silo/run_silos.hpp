#pragma once

#include <functional>
#include <span>

#include "actors/runtime/interrupt.hpp"
#include "actors/runtime/outcome.hpp"
#include "actors/silo/silo_hooks.hpp"
#include "actors/silo/silo_plan.hpp"

namespace fedltr {

/// Called with each run that has ended, one at a time.
using SiloObserver = std::function<void(std::uint32_t run, SiloRecord record)>;

/// Runs all plans, several at a time, and shuts down every actor before it
/// returns. Results do not depend on the number of threads.
/// @param threads       number of threads; 0 means one per core
/// @param side_by_side  maximum number of runs at a time, at least 1
/// @param hooks         of each run, for tests
FederationOutcome run_silos(
    std::span<const std::shared_ptr<const SiloPlan>> plans, std::size_t threads,
    std::size_t side_by_side, const SiloObserver& observer,
    Interrupt& interrupt, const SiloHooks& hooks = {});

}  // namespace fedltr
