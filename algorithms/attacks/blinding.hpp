#pragma once

#include "algorithms/attacks/honest_drift.hpp"

namespace fedltr {

/// All send the mean of their honest models plus B typical deviations against
/// the honest drift; once in `period` rounds, from the first on, the first two
/// also add K and -K typical deviations in a random direction, with signs
/// swapped each time. The pair cancels in a mean, and makes everything else
/// look small to a rule that compares deviations with each other. A lone
/// attacker has no pair. fedltr. `blinding.step` is B, `amplitude` K.
AttackMethod blinding_attack();

}  // namespace fedltr
