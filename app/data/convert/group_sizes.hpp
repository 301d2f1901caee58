#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/data/convert/letor_row.hpp"

namespace fedltr {

/// Names the queries of rows of which only is known how many there are of each,
/// one after the other: "1", "2" ... over all files.
class GroupSizes {
 public:
  /// Queries of the next file of rows.
  /// @param file  that holds the sizes, for messages
  void begin(std::string file, std::vector<std::uint64_t> sizes);
  /// @param first  row of the query
  /// @throws DataError  where there are more rows than the groups hold
  std::string query_of_next(const Place& row);
  /// @param rows  file of them, for the message
  /// @throws DataError  where the groups hold more rows than there were
  void end(const std::string& rows) const;

 private:
  std::string file_;
  std::vector<std::uint64_t> sizes_;
  std::size_t group_ = 0;       ///< of sizes_
  std::uint64_t in_group_ = 0;  ///< rows
  std::uint64_t before_ = 0;    ///< queries of the files before
  std::uint64_t rows_ = 0;
};

/// Reads sizes of groups, a whole number a line, as LightGBM's .query and
/// XGBoost's .group files hold them.
/// @throws DataError  with file and line
std::vector<std::uint64_t> read_group_sizes(const std::string& file);

/// The file beside one of rows that holds its groups: that with `.query` or
/// `.group` behind its name, with or without a `.gz` of either.
std::optional<std::string> find_group_sizes(const std::string& rows);

}  // namespace fedltr
