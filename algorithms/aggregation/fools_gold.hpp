#pragma once

#include "algorithms/aggregation/robust.hpp"

namespace fedltr {

/// FoolsGold: mean of the updates, weighing a client less the more its updates,
/// summed over all rounds, point where another's do. Designed against many
/// identities of one attacker; it can't distinguish these from honest clients
/// that are alike. Fung, Yoon and Beschastnikh (RAID 2020), algorithm 1;
/// checked against the authors' code.
///
/// Differs: all parameters have the same weight, also those of the output
/// layer; the weights are divided by their sum; if all are 0, they are all 1.
RuleMethod fools_gold_rule();

/// Weights by client, 0 to 1, of the sums of their updates: 1 less the largest
/// cosine with another, pardoned by the ratio of such cosines, over the largest
/// weight, by the logit of confidence 1.
/// @param histories  #clients by #parameters
Vector fools_gold_weights(const Matrix& histories);

}  // namespace fedltr
