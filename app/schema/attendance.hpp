#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "app/schema/scenario.hpp"

namespace fedltr {

/// Training, and its repetition without unlearned clients.
enum class TrainingPass : bool { kFirst, kRepeated };

/// Returns the clients that are absent in a round, or have yet to join or left.
std::set<std::uint32_t> clients_away(const Scenario& scenario,
                                     std::uint32_t round);

/// Returns the number of present clients, by the first round to which it
/// applies. Unlearned clients are absent from the next round on, which may be a
/// round of unlearning after the last one of training.
std::map<std::uint32_t, std::uint32_t> numbers_there(
    const Scenario& scenario, TrainingPass pass = TrainingPass::kFirst);

/// True if training is repeated without unlearned clients, to unlearn or as
/// evidence.
bool repeats_training(const Scenario& scenario);

}  // namespace fedltr
