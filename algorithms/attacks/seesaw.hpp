#pragma once

#include "algorithms/attacks/honest_drift.hpp"

namespace fedltr {

/// All send the mean of their honest models plus B typical deviations against
/// the honest drift; and the attackers in pairs (the last of an odd number has
/// none) add K and -K typical deviations in a random direction, with signs
/// swapped each round. That cancels in the mean of a round and in each client's
/// own sum over rounds, but not in sums over permuted clients: the attack on a
/// permutation test. fedltr. `seesaw.step` is B, `amplitude` K.
AttackMethod seesaw_attack();

}  // namespace fedltr
