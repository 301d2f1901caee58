#include "app/base/csv_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithms/data/letor.hpp"
#include "algorithms/data/lines.hpp"
#include "app/base/text.hpp"

namespace fedltr {

CsvRows::CsvRows(const std::filesystem::path& file, char separator,
                 std::size_t most)
    : file_(file.string()),
      packed_(file, Pipes::kRefused, most),
      reader_(
          file_,
          [this](std::span<const std::string> values, std::size_t line) {
            row_.assign(values.begin(), values.end());
            line_ = line;
            is_read_ = true;
          },
          separator) {
  if (!read_row()) fail("is empty, expected a line of names");
  names_ = row_;
  for (std::size_t i = 0; i < names_.size(); ++i) places_[names_[i]] = i;
}

bool CsvRows::next() {
  if (!read_row()) return false;
  if (row_.size() != names_.size())
    fail("has " + std::to_string(row_.size()) + " fields, expected " +
         std::to_string(names_.size()));
  return true;
}

const std::string& CsvRows::text(const std::string& name) const {
  const auto place = places_.find(name);
  if (place == places_.end()) fail("has no column " + name);
  return row_.at(place->second);
}

double CsvRows::number(const std::string& name) const {
  const std::string& value = text(name);
  if (value == "inf") return std::numeric_limits<double>::infinity();
  return parse_real(value).value_or(std::nan(""));
}

/// Feeds one line at a time, in which at most one row ends.
bool CsvRows::read_row() {
  is_read_ = false;
  while (!is_read_ && !ended_) {
    if (piece_.empty()) {
      const auto piece = packed_.next();
      piece_ = {piece.data(), piece.size()};
    }
    ended_ = piece_.empty();
    if (ended_) {
      reader_.end();
    } else {
      const auto line =
          piece_.substr(0, std::min(piece_.find('\n'), piece_.size() - 1) + 1);
      piece_.remove_prefix(line.size());
      reader_.feed(line);
    }
  }
  return is_read_;
}

void CsvRows::fail(const std::string& what) const {
  throw DataError(at_line(file_, line_) + what);
}

}  // namespace fedltr
