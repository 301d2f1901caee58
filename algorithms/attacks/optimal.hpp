#pragma once

#include "algorithms/attacks/attack.hpp"

namespace fedltr {

// LIE and inner-product manipulation at their most harmful strength: the
// attackers hold a copy of the server's rule (ShadowRule), and each round find
// by line search on it the strength that moves its outcome farthest from the
// honest mean. All send the same. After the attack optimizer of ByzFL
// (byzfl/attacks/attack_optimizers.py, 16 trials, full knowledge). Differs:
// partial knowledge, in which the others are imagined; rules that remember;
// steps are halved and reversed instead of contracted by .8.

/// The honest mean less x standard deviations by coordinate.
AttackMethod optimal_lie_attack();

/// The honest mean less x times the mean honest update: inner-product
/// manipulation of factor x - 1.
AttackMethod optimal_ipm_attack();

/// The x >= 0 of 16 tried at which `reach` is largest: from 0 in steps that
/// double while it grows, then reverse and are halved.
double farthest(const std::function<double(double)>& reach);

}  // namespace fedltr
