#pragma once

#include <cstdint>
#include <string>

#include "algorithms/silo/training.hpp"
#include "scenarios/schema/scenario.hpp"

namespace fedltr {

/// The rule by which a [silo]'s parties are combined; of the mean none.
/// @param seed  of the run
PartyRule party_rule_of(const Scenario& scenario, std::uint64_t seed);

/// The attack that hostile parties play in a simulation.
PartyAttack party_attack_of(const Scenario& scenario, std::uint64_t seed);

/// The rule for people: "median, which stands 1 of 4 parties"; "mean, which one
/// party can move as it likes".
std::string party_rule_text(const Scenario& scenario);

}  // namespace fedltr
