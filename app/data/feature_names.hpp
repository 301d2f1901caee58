#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/data/data_source.hpp"

namespace fedltr {

/// Reads names of features, one per line, in the order of the columns. CRLF, a
/// byte-order mark and blanks around a name are allowed.
/// @throws DataError  with file and line: unless all are unique, not empty and
///                    without control characters, and there is one
std::vector<std::string> read_feature_names(const std::filesystem::path& file);

/// Reads the names of exactly `features` features.
/// @throws DataError  as above, and for another number of names
std::vector<std::string> read_feature_names(const std::filesystem::path& file,
                                            Index features);

/// Position and fault of a name that is empty, repeated or holds a control
/// character; nullopt if all are valid.
struct BadName {
  std::size_t place = 0;  ///< from 0
  std::string what;
};
std::optional<BadName> find_bad_name(const std::vector<std::string>& names);

/// Returns names as model files have them: U+FFFD for bytes that are not UTF-8.
std::vector<std::string> names_in_json(std::vector<std::string> names);

/// Returns names of the features of a scenario's data, from data.feature-names,
/// of [members] from members.features, of the tables' columns, or by number.
/// @throws DataError  as read_feature_names(), and for names_in_json() of which
///                    two are equal
std::vector<std::string> feature_names(const Scenario& scenario, Index features,
                                       const LoadedData& data);

/// Returns f1, f2 ..., by the features' indices in LETOR files.
/// @param first  index of the first one
std::vector<std::string> numbered_feature_names(Index features,
                                                std::uint32_t first);

}  // namespace fedltr
