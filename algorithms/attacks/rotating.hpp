#pragma once

#include "algorithms/attacks/honest_drift.hpp"

namespace fedltr {

/// Takes turns: one attacker at a time, for `period` rounds, sends the mean of
/// all attackers' honest models plus B typical deviations against the honest
/// drift; the others are honest, so that no single client gives evidence for
/// long. fedltr. `rotating.step` is B.
AttackMethod rotating_attack();

}  // namespace fedltr
