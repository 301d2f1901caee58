#pragma once

#include <cstdint>
#include <map>

#include "app/schema/scenario.hpp"

namespace fedltr {

/// How many clients are there, by round in which that changes. Who is forgotten
/// is gone from the next round on, which may be one of unlearning after the
/// last of training.
std::map<std::uint32_t, std::uint32_t> numbers_there(const Scenario& scenario);

}  // namespace fedltr
