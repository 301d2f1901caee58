#pragma once

#include <string>

#include "actors/plan.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// Returns the noise of privacy.mode = sound.
GridNoise sound_noise(const Scenario& scenario);

/// Returns the tolerance and fixed-point range of secure aggregation, with
/// simulated secrets. Sound noise sets the quantum: it is discrete and added
/// exactly.
SecurePlan secure_plan(const Scenario& scenario);

/// Mean share of the clients of a round that fail.
double failing_share(const Scenario& scenario);

/// Returns a warning if more than 1 % of the sums of some round will be lost
/// because more clients fail than it tolerates; otherwise "".
std::string loss_warning(const Scenario& scenario);

}  // namespace fedltr
