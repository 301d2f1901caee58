#pragma once

#include <string>
#include <utility>
#include <vector>

#include "scenarios/schema/scenario.hpp"

namespace fedltr {

/// What data.normalize takes: `none`, `query-minmax`.
const std::vector<std::pair<std::string, Normalize>>& normalize_names();

}  // namespace fedltr
