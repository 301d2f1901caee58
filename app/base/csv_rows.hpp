#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/data/csv_reader.hpp"
#include "app/base/files.hpp"

namespace fedltr {

/// Reads a CSV or TSV file with a line of names as CsvReader does, a row at a
/// time. Whoever wrote it: no more than a piece of the file and a row are in
/// memory.
class CsvRows {
 public:
  /// @throws DataError  with file and line for what is no CSV, as next() does
  explicit CsvRows(const std::filesystem::path& file, char separator = ',');
  CsvRows(const CsvRows&) = delete;
  CsvRows& operator=(const CsvRows&) = delete;

  /// Goes on to the next row. @return false at the end
  /// @throws DataError  with file and line, also for a row with more or fewer
  ///                    fields than names
  bool next();

  const std::vector<std::string>& names() const { return names_; }
  bool has(const std::string& name) const { return places_.contains(name); }
  /// The cells of the row, in the order of names().
  const std::vector<std::string>& row() const { return row_; }
  /// @throws DataError  if there is no such column
  const std::string& text(const std::string& name) const;
  /// NaN for what is no number.
  double number(const std::string& name) const;

  /// @throws DataError  "file:line: what", of the row
  [[noreturn]] void fail(const std::string& what) const;

 private:
  bool read_row();

  std::string file_;
  PackedFile packed_;
  CsvReader reader_;
  std::string_view piece_;  ///< what is left of it
  bool ended_ = false;
  bool is_read_ = false;  ///< the row
  std::size_t line_ = 1;  ///< in which the row begins
  std::vector<std::string> row_;
  std::vector<std::string> names_;
  std::map<std::string, std::size_t> places_;
};

}  // namespace fedltr
