#pragma once

#include "algorithms/attacks/honest_drift.hpp"

namespace fedltr {

/// From round `start` on all send the same model, the mean of their honest
/// models plus B typical deviations against the honest drift so far: small B
/// hides among the honest, and adds up, as it always points the same way. Until
/// then they are honest, and observe. fedltr; against rules that look for
/// clients that deviate in one direction. `stealth.step` is B.
AttackMethod stealth_attack();

}  // namespace fedltr
