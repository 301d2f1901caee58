#pragma once

#include <functional>

#include "algorithms/core/method.hpp"
#include "algorithms/federation/block.hpp"

namespace fedltr {

/// Makes the next global model of what the clients sent.
/// @param sum      over all blocks, in order
/// @param current  the model before the round, kept when nothing was accepted
using AggregationRule =
    std::function<Vector(const PartialSum& sum, const Vector& current)>;
using AggregationFactory = std::function<AggregationRule()>;

/// All rules by name.
const Methods<AggregationFactory>& aggregation_rules();

/// Weighted mean of the local models: FedAvg.
/// McMahan et al. (AISTATS 2017); thesis Eq. 3.16.
Vector federated_average(const PartialSum& sum, const Vector& current);

}  // namespace fedltr
