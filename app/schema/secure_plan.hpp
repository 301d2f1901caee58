#pragma once

#include <string>

#include "actors/plan.hpp"
#include "algorithms/privacy/protected_sum.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// Clients of a sum under masks, and if all are neighbours. Limit memory: keys
/// and shares take some 55 kB per client, or 0.6 kB per neighbour.
inline constexpr std::uint32_t kMaxMasked = 100000;
inline constexpr std::uint32_t kMaxNeighbours = 2000;

/// Returns the noise of privacy.mode = sound.
GridNoise sound_noise(const Scenario& scenario);

/// Returns the tolerance and fixed-point range of secure aggregation, with
/// simulated secrets. Sound noise sets the quantum: it is discrete and added
/// exactly.
SecurePlan secure_plan(const Scenario& scenario);

/// True if the learner corrects clicks by sums over clients.
bool sums_clicks(const Scenario& scenario);

/// Returns the protection of the sums from which propensities are estimated,
/// without its seed: masks as of updates, noise as of logging.epsilon.
SumProtection sum_protection(const Scenario& scenario);

/// Returns least_opened() of the round of training where it is smallest.
std::uint32_t least_opened(const Scenario& scenario);

/// Returns what each group of an epoch of [members] withstands, at its level.
Tolerance members_tolerance(const MembersSettings& members);

/// Describes what a server opens that does not follow the protocol, in the
/// round of training where that is least; empty without secure aggregation and
/// [members].
std::string lying_server(const Scenario& scenario);

/// Mean share of the clients of a round that fail.
double failing_share(const Scenario& scenario);

/// Returns a warning if more than 1 % of the sums of some round will be lost
/// because more clients fail than it tolerates; otherwise "".
std::string loss_warning(const Scenario& scenario);

}  // namespace fedltr
