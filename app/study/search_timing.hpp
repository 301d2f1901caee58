#pragma once

#include "app/plan/silo_run.hpp"

namespace fedltr {

/// Times a plan's search at its first party: terms of the collection's queries,
/// each by RTK-Sketch and by asking about every document (ICDE Figure 4); and
/// what a document costs the index. Nothing is sent: computing alone.
/// @param terms  most that are asked for, 1 or more
SearchTime time_search(const SiloPlan& plan, std::uint32_t terms);

}  // namespace fedltr
