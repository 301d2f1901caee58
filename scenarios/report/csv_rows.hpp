#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "scenarios/base/files.hpp"

namespace fedltr {

/// Reads a CSV file (RFC 4180) with a line of names, a row at a time. Whoever
/// wrote it: no more than a row is in memory, and a row has at most 1 MiB.
/// @throws DataError  with file and line for a row of another size, or what is
///                    no CSV
class CsvRows {
 public:
  explicit CsvRows(const std::filesystem::path& file, char separator = ',');

  /// Goes on to the next row. @return false at the end
  bool next();

  const std::vector<std::string>& names() const { return names_; }
  bool has(const std::string& name) const { return places_.contains(name); }
  /// The cells of the row, in the order of names().
  const std::vector<std::string>& row() const { return row_; }
  /// @throws DataError  if there is no such column
  const std::string& text(const std::string& name) const;
  /// NaN for what is no number.
  double number(const std::string& name) const;

 private:
  bool read_row();
  void end_field();
  int next_byte();
  [[noreturn]] void fail(const std::string& what) const;

  std::string file_;
  char separator_;
  PackedFile packed_;
  std::span<char> piece_;
  std::size_t used_ = 0;
  std::size_t line_ = 0;
  std::size_t row_bytes_ = 0;
  bool was_quote_ = false;  ///< the last byte closed a quoted text
  std::string field_;
  std::vector<std::string> row_;
  std::vector<std::string> names_;
  std::map<std::string, std::size_t> places_;
};

}  // namespace fedltr
