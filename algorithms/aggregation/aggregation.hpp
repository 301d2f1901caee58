#pragma once

#include <functional>

#include "algorithms/aggregation/robust.hpp"
#include "algorithms/federation/block.hpp"

namespace fedltr {

/// Weighted mean: FedAvg. The only rule that needs just sums. McMahan et al.
/// (AISTATS 2017); thesis Eq. 3.16.
/// @param sum  over all blocks, in order, of a weight above 0
Vector federated_average(const PartialSum& sum);

/// All rules by name; `mean` makes none: it is federated_average.
const Methods<RobustFactory, RuleTraits>& aggregation_rules();

/// Makes a rule that sees the local models after worker momentum and a
/// pre-aggregation.
std::unique_ptr<RobustRule> make_robust_rule(const std::string& rule,
                                             const std::string& pre_aggregation,
                                             const RuleOptions& options);

}  // namespace fedltr
