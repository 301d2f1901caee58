#pragma once

#include <array>

#include "algorithms/attacks/attack.hpp"

namespace fedltr {

// Shejwalkar and Houmansadr, "Manipulating the Byzantine" (NDSS 2021), section
// IV-C: the mean honest update plus gamma times a direction, with the largest
// gamma (by bisection) that keeps it among the honest ones. Of the directions
// -mean/|mean|, -sign(mean) and -deviation the one that moves farthest. A lone
// attacker that knows no other client has no such room and sends its honest
// model.

/// Its largest distance to an honest update is at most the largest between two.
AttackMethod min_max_attack();

/// Its summed squared distance to the honest updates is at most that of any of
/// them.
AttackMethod min_sum_attack();

/// Directions that undo what the honest learned: -mean/|mean|, -sign(mean) and
/// -deviation of their updates; 0 where these are.
std::array<Vector, 3> harmful_directions(const AttackInput& input,
                                         const Moments& honest);

/// Longest step, to 2^-50, from the mean of the honest models along a direction
/// that min-max allows.
double room_among(const RowsView& honest, const Vector& mean,
                  const Vector& direction);

}  // namespace fedltr
