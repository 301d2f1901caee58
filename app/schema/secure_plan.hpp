#pragma once

#include <string>

#include "actors/plan.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// Noise of privacy.mode = sound.
GridNoise sound_noise(const Scenario& scenario);

/// What privacy.secure-aggregation = yes stands, and how numbers are added;
/// simulated secrets. Sound noise comes in steps, which are added as they are.
SecurePlan secure_plan(const Scenario& scenario);

/// Share of the clients of a round that fail on average.
double failing_share(const Scenario& scenario);

/// What to know before a run whose sums are likely to be lost, more than a
/// hundredth of them, since more clients fail than a round stands; or nothing.
std::string loss_warning(const Scenario& scenario);

}  // namespace fedltr
