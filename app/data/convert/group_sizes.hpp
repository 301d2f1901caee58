#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/data/convert/convert_input.hpp"
#include "app/data/convert/letor_row.hpp"

namespace fedltr {

/// Names the queries of rows from the number of rows in each, in order: "1",
/// "2" ... over all files.
class GroupSizes {
 public:
  /// Begins the next file of rows.
  /// @param file  file of the sizes, for messages
  void begin(std::string file, std::vector<std::uint64_t> sizes);
  /// Returns the query of the next row; nullopt if there are more rows than the
  /// groups hold, which end() reports.
  std::optional<std::string> query_of_next();
  /// @param rows  file of the rows, for messages
  /// @throws DataError  if the groups hold more rows than were read, or fewer
  void end(const std::string& rows) const;

 private:
  std::string file_;
  std::vector<std::uint64_t> sizes_;
  std::size_t group_ = 0;       ///< index in sizes_
  std::uint64_t in_group_ = 0;  ///< rows
  std::uint64_t before_ = 0;    ///< queries of earlier files
  std::uint64_t rows_ = 0;
};

/// Names the queries of rows from a file with the name of the query of each
/// row, a line each.
class QueryIds {
 public:
  explicit QueryIds(std::string file);
  /// Returns the query of the next row. @param row  its place, for messages
  /// @throws DataError  if there are more rows than names
  std::string query_of_next(const Place& row);
  /// @param rows  file of the rows, for messages
  /// @throws DataError  if there are more names than rows
  void end(const std::string& rows) const;

 private:
  std::string file_;
  std::vector<std::string> names_;
  std::size_t next_ = 0;
};

/// Names the queries of rows by a second file: --query-ids, --groups, or the
/// sizes of groups beside each file of rows.
class SecondFile {
 public:
  /// @throws UsageError  for both options, or one with several files of rows
  explicit SecondFile(const ConvertInput& input);

  /// True if an option names the second file.
  bool is_given() const { return !groups_.empty() || ids_.has_value(); }
  /// Begins a file of rows; false if no second file names its queries.
  bool begin(const std::string& rows);
  /// Returns the second file of the rows that begin() began.
  const std::string& name() const { return name_; }
  /// Returns the query of the next row; nullopt if groups hold fewer rows,
  /// which end() reports.
  /// @throws DataError  as QueryIds::query_of_next()
  std::optional<std::string> query_of_next(const Place& row);
  /// @param rows  file of the rows, for messages
  /// @throws DataError  if the numbers of rows differ
  void end(const std::string& rows) const;

 private:
  std::string groups_;  ///< --groups
  std::optional<QueryIds> ids_;
  GroupSizes sizes_;
  std::string name_;
};

/// Reads sizes of groups, one integer per line, as in LightGBM's .query and
/// XGBoost's .group files.
/// @throws DataError  with file and line
std::vector<std::uint64_t> read_group_sizes(const std::string& file);

/// Finds the file with the groups of a file of rows: `.query` or `.group` is
/// appended to its name; either may have a `.gz`.
std::optional<std::string> find_group_sizes(const std::string& rows);

/// Notes which of the other files that LightGBM reads beside a file of rows are
/// there, and not used.
void note_companions(const std::string& rows, InputNotes& notes);

}  // namespace fedltr
