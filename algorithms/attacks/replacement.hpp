#pragma once

#include "algorithms/attacks/honest_drift.hpp"

namespace fedltr {

/// One message of one client: all are honest, but in round `start` (0: the
/// last; if no client attacks in it, the next in which one does) the first
/// attacker sends n w - (n - 1) h, so that a mean over all n becomes w if the
/// others send h. w is `replacement.length` times as long as the global model
/// and points against the honest drift. After the model replacement of
/// Bagdasaryan et al. (AISTATS 2020), whose replacement is a model that they
/// trained; this w is ours.
AttackMethod replacement_attack();

}  // namespace fedltr
