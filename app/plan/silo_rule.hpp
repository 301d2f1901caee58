#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "algorithms/silo/silo_training.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// Returns the rule that combines a [silo]'s parties; empty for the mean.
/// @param seed  of the run
PartyRule party_rule_of(const Scenario& scenario, std::uint64_t seed);

/// Returns the attack of hostile parties in a simulation.
PartyAttack party_attack_of(const Scenario& scenario, std::uint64_t seed);

/// Describes the rule: "median, taking 1 of 4 parties for hostile"; "mean,
/// which one party can move at will". nullopt if no method trains jointly.
std::optional<std::string> party_rule_text(const Scenario& scenario);

}  // namespace fedltr
