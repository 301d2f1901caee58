#pragma once

#include "algorithms/attacks/attack.hpp"

namespace fedltr {

/// z = Phi^-1((n - m - s) / (n - m)) with s = floor(n / 2 + 1) - m; as
/// published it is negative or zero for few attackers among few clients (10 of
/// which 1: -0.14, 2: 0), where the attack does nothing.
/// Where sampling makes attackers half of a round or more, 3.09.
double lie_z(std::uint32_t clients, std::uint32_t attackers);

/// "A little is enough": mean less z standard deviations, the same for all.
/// Baruch, Baruch and Goldberg (NeurIPS 2019), algorithm 3; thesis
/// section 5.2.3. `lie.z` is z.
AttackMethod lie_attack();

}  // namespace fedltr
