#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/schema/scenario.hpp"

namespace fedltr {

/// Values of data.normalize: `none`, `query-minmax` ...
const std::vector<std::pair<std::string, Normalize>>& normalize_names();
std::string name_of(Normalize how);
/// Values of data.storage: `float64`, `float32`, `sparse64`, `sparse32`.
const std::vector<std::pair<std::string, Storage>>& storage_names();

}  // namespace fedltr
