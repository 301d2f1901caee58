#pragma once

#include <functional>

#include "algorithms/core/method.hpp"
#include "algorithms/federation/block.hpp"

namespace fedltr {

/// Makes one model or direction of what the clients sent.
/// @param sum  over all blocks, in order, of a weight above 0
using AggregationRule = std::function<Vector(const PartialSum& sum)>;
using AggregationFactory = std::function<AggregationRule()>;

/// All rules by name.
const Methods<AggregationFactory>& aggregation_rules();

/// Weighted mean: FedAvg.
/// McMahan et al. (AISTATS 2017); thesis Eq. 3.16.
Vector federated_average(const PartialSum& sum);

}  // namespace fedltr
