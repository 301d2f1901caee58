#pragma once

#include <cstdint>
#include <map>

#include "app/schema/scenario.hpp"

namespace fedltr {

/// Returns the number of present clients, by the first round to which it
/// applies. Unlearned clients are absent from the next round on, which may be a
/// round of unlearning after the last one of training.
std::map<std::uint32_t, std::uint32_t> numbers_there(const Scenario& scenario);

}  // namespace fedltr
