#pragma once

#include "algorithms/attacks/attack.hpp"

namespace fedltr {

/// All attackers send a copy of one honest model, so that it outweighs the
/// others' where clients differ: no rule can distinguish the copies from honest
/// ones.
///
/// After Karimireddy, He and Jaggi, "Byzantine-robust learning on heterogeneous
/// datasets via bucketing" (ICLR 2022), and the authors' code
/// (epfml/byzantine-robust-noniid-optimizer). The victim is the client whose
/// model lies farthest along the direction z in which models spread most,
/// argmax |z (x_i - mean)| (`mimic.victim` = extreme), or the first one
/// (`first`), as their MimicAttacker and ByzFL's Mimic do; chosen among the
/// honest clients with full knowledge, otherwise among the attackers' own
/// honest models. Differs: z is the first principal direction of each round's
/// models, and the victim may change. Their MimicVariantAttacker approximates
/// it by one power iteration per step, for some steps (1 by default); its
/// victim has the largest z x_i, with its sign and without subtracting the
/// mean, and stays the same from then on.
AttackMethod mimic_attack();

}  // namespace fedltr
