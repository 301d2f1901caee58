#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/data/keeping.hpp"
#include "algorithms/data/letor.hpp"

namespace fedltr {

/// The first line of a file of a set; another layout has another one.
inline constexpr std::string_view kSetLayout = "fedltr set 1\n";

/// A set as it was read.
struct CachedSet {
  Dataset data;
  std::uint32_t first_id = 1;    ///< index of the first column
  std::uint32_t largest_id = 0;  ///< that stands in the files
  bool zero_seen = false;        ///< as an index
  LetorNotes notes;
  std::vector<std::string> sha256;  ///< of each file
};

/// Reads a set; the file may hold anything. Never takes more memory than the
/// set does as it is kept.
/// @param files    that the set was read from
/// @param keeping  done query by query
/// @return  nothing, if it is of another key or layout
/// @throws ArchiveError, std::filesystem::filesystem_error
std::optional<CachedSet> read_set(const std::filesystem::path& file,
                                  const std::string& key, std::size_t files,
                                  const Keeping& keeping = {});

/// Writes a set, kept as float64, whole or not at all.
/// @throws std::runtime_error  if it can't be written
void write_set(const std::filesystem::path& file, const std::string& key,
               const CachedSet& set);

}  // namespace fedltr
