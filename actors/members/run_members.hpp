#pragma once

#include <cstddef>
#include <cstdint>

#include "actors/members/rehearsal.hpp"
#include "actors/runtime/interrupt.hpp"
#include "actors/runtime/observer.hpp"
#include "actors/runtime/outcome.hpp"

namespace fedltr::members {

/// Rehearses a federation with the actors of its processes, joined without a
/// network or clock. Its results do not depend on the number of threads.
/// @param number  of the run, for the observer
FederationOutcome run_members(const Rehearsal& run, std::uint32_t number,
                              std::size_t threads, Observer& observer,
                              Interrupt& interrupt);

}  // namespace fedltr::members
