#pragma once

#include <string>
#include <vector>

#include "app/schema/settings.hpp"

namespace fedltr {

/// A value of a key of the grid, or a named point.
struct GridValue {
  std::string text;  ///< as written, with companions; of a point its name
  /// The settings that it makes: companions, then the key itself; or those of a
  /// named point.
  std::vector<Setting> settings = {};
};

/// A key of the grid, or a list of named points, with its values.
struct GridAxis {
  std::string key;  ///< section.key, or grid.LIST
  std::vector<GridValue> values = {};
  bool is_named = false;
  std::vector<std::string> sets =
      {};  ///< by any of its named points, ascending
};

/// Reads the values of each key of the grid. The grid is their product.
/// @throws UsageError  for a value or name that occurs twice, an unknown key, a
///                     key in two places of the grid, or too many points
std::vector<GridAxis> read_axes(const std::vector<Setting>& grid);

}  // namespace fedltr
