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

/// First line of a file of a set; it differs for each layout.
inline constexpr std::string_view kSetLayout = "fedltr set 3\n";

/// A set and what was found while reading it.
struct CachedSet {
  Dataset data;
  std::uint32_t first_id = 1;    ///< index of the first column
  std::uint32_t largest_id = 0;  ///< largest index in the files
  bool zero_seen = false;        ///< true if index 0 occurs
  LetorNotes notes;
  std::vector<std::string> sha256;  ///< of each file
};

/// Reads a set; the file may hold anything. Never takes more memory than the
/// set in its stored form.
/// @param files    number of files that the set was read from
/// @param keeping  applied query by query
/// @return  nullopt if it has another key or layout
/// @throws ArchiveError, ReadingStopped, std::filesystem::filesystem_error
std::optional<CachedSet> read_set(const std::filesystem::path& file,
                                  const std::string& key, std::size_t files,
                                  const Keeping& keeping = {});

/// Writes a set, kept as float64, completely or not at all.
/// @throws std::runtime_error  if it can't be written
void write_set(const std::filesystem::path& file, const std::string& key,
               const CachedSet& set);

}  // namespace fedltr
