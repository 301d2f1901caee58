#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/schema/scenario.hpp"

namespace fedltr {

/// What data.normalize takes: `none`, `query-minmax`.
const std::vector<std::pair<std::string, Normalize>>& normalize_names();
/// What data.storage takes: `float64`, `float32`, `sparse64`, `sparse32`.
const std::vector<std::pair<std::string, Storage>>& storage_names();

}  // namespace fedltr
