#pragma once

#include "algorithms/attacks/attack.hpp"

namespace fedltr {

/// Inner-product manipulation: the mean honest update times -`ipm.factor`
/// (1). Xie, Koyejo and Gupta, "Fall of empires" (UAI 2019).
AttackMethod inner_product_attack();

/// Each attacker's own update times -`sign-flip.factor` (1). Li et al.,
/// "RSA" (AAAI 2019).
AttackMethod sign_flip_attack();

/// The model before the round plus noise, on average `gaussian.length` (10)
/// times as long as the mean honest update. Blanchard et al. (NeurIPS 2017).
AttackMethod gaussian_attack();

/// Each attacker's own update times `scaled.factor` (10), so that it outweighs
/// the others. Bagdasaryan et al. (AISTATS 2020).
AttackMethod scaled_attack();

/// Each attacker's own model times -`unlearning-probe.factor` (2): conspicuous,
/// so that its effect can be distinguished from what remains of it after
/// unlearning. Wang (2025), Eq. 6.3.
AttackMethod unlearning_probe();

}  // namespace fedltr
