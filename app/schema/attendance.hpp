#pragma once

#include <cstdint>
#include <map>

#include "app/schema/scenario.hpp"

namespace fedltr {

/// Returns the number of present clients, by the first round to which it
/// applies. Unlearned clients are absent from the next round on, which may be a
/// round of unlearning after the last one of training.
/// @param repeated  of training that is repeated without unlearned clients
std::map<std::uint32_t, std::uint32_t> numbers_there(const Scenario& scenario,
                                                     bool repeated = false);

/// True if training is repeated without unlearned clients, to unlearn or as
/// evidence.
bool repeats_training(const Scenario& scenario);

}  // namespace fedltr
