#pragma once

#include "app/plan/silo_repeat.hpp"

namespace fedltr {

/// Times a plan's search at its first party, for terms of the collection's
/// queries: each by RTK-Sketch and by asking about every document (ICDE Figure
/// 4), and the index's cost per document. Computation only; nothing is sent.
/// @param terms  maximum number of terms, 1 or more
SearchTime time_search(const SiloPlan& plan, std::uint32_t terms);

}  // namespace fedltr
