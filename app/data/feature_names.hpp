#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/schema/scenario.hpp"

namespace fedltr {

/// Reads names of features, a line each, in the order of the columns. CRLF, a
/// byte-order mark and blanks around a name are fine.
/// @throws DataError  with file and line: unless all are different, none empty
///                    or with a control character
std::vector<std::string> read_feature_names(const std::filesystem::path& file);

/// The same, as many as features.
/// @throws DataError  likewise, and for another number
std::vector<std::string> read_feature_names(const std::filesystem::path& file,
                                            Index features);

/// The place and fault of a name that is empty, stands twice or holds a control
/// character; nothing if all are good.
struct BadName {
  std::size_t place = 0;  ///< from 0
  std::string what;
};
std::optional<BadName> find_bad_name(const std::vector<std::string>& names);

/// Names of the features of a scenario's data, from data.feature-names or by
/// number.
/// @param zero_based  whether indices of LETOR files count from 0
/// @throws DataError  likewise
std::vector<std::string> feature_names(const Scenario& scenario, Index features,
                                       bool zero_based);

/// f1, f2 ..., by the features' indices in LETOR files.
/// @param first  index of the first one
std::vector<std::string> numbered_feature_names(Index features,
                                                std::uint32_t first);

}  // namespace fedltr
