#pragma once

#include "algorithms/aggregation/pre_aggregation.hpp"

namespace fedltr {

/// Adaptive robust clipping (ARC): of n updates, cuts the floor(2 m (n - m) /
/// n) longest to the length of the longest of the others. Allouah et al. (arXiv
/// 2405.14432); checked against the code of ByzFL.
Prepared clip_longest(const LocalModels& local, const RuleOptions& options);

PreAggregationMethod adaptive_clipping();

}  // namespace fedltr
