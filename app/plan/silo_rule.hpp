#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "algorithms/silo/silo_training.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// The rule by which a [silo]'s parties are combined; of the mean none.
/// @param seed  of the run
PartyRule party_rule_of(const Scenario& scenario, std::uint64_t seed);

/// The attack that hostile parties play in a simulation.
PartyAttack party_attack_of(const Scenario& scenario, std::uint64_t seed);

/// The rule for people: "median, taking 1 of 4 parties for hostile"; "mean,
/// which one party can move at will". None where no method trains jointly.
std::optional<std::string> party_rule_text(const Scenario& scenario);

}  // namespace fedltr
