#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/data/csv_reader.hpp"
#include "app/base/files.hpp"

namespace fedltr {

/// Reads a CSV or TSV file with a line of names, like CsvReader, row by row.
/// For any contents, memory holds at most a piece of the file and a row.
class CsvRows {
 public:
  /// @param most  maximum bytes of the file, see PackedFile
  /// @throws DataError  with file and line if it is no CSV, as next() does
  explicit CsvRows(const std::filesystem::path& file, char separator = ',',
                   std::size_t most = kAnySize);
  CsvRows(const CsvRows&) = delete;
  CsvRows& operator=(const CsvRows&) = delete;

  /// Reads the next row. @return false at the end
  /// @throws DataError  with file and line, also for a row with more or fewer
  ///                    fields than names
  bool next();

  const std::vector<std::string>& names() const { return names_; }
  bool has(const std::string& name) const { return places_.contains(name); }
  /// Returns the cells of the row, in the order of names().
  const std::vector<std::string>& row() const { return row_; }
  /// @throws DataError  if there is no such column
  const std::string& text(const std::string& name) const;
  /// Returns NaN if the cell holds no number.
  double number(const std::string& name) const;

  /// @throws DataError  "file:line: what", with the row's first line
  [[noreturn]] void fail(const std::string& what) const;

 private:
  bool read_row();

  std::string file_;
  PackedFile packed_;
  CsvReader reader_;
  std::string_view piece_;  ///< unread part
  bool ended_ = false;
  bool is_read_ = false;  ///< a row was completed
  std::size_t line_ = 1;  ///< first line of the row
  std::vector<std::string> row_;
  std::vector<std::string> names_;
  std::map<std::string, std::size_t> places_;
};

}  // namespace fedltr
