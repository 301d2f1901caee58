#pragma once

#include "actors/plan.hpp"
#include "scenarios/scenario.hpp"

namespace fedltr {

/// The noise of privacy.mode = sound.
GridNoise sound_noise(const Scenario& scenario);

/// What privacy.secure-aggregation = yes stands, and how numbers are added;
/// simulated secrets. Sound noise comes in steps, which are added as they are.
SecurePlan secure_plan(const Scenario& scenario);

}  // namespace fedltr
