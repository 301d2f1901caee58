#include "scenarios/report/csv_rows.hpp"

#include <cmath>
#include <cstdio>
#include <limits>

#include "algorithms/data/letor.hpp"
#include "scenarios/base/text.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kMaxRowBytes = std::size_t{1} << 20;

}  // namespace

CsvRows::CsvRows(const std::filesystem::path& file, char separator)
    : file_(file.string()), separator_(separator), packed_(file) {
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

int CsvRows::next_byte() {
  if (used_ == piece_.size()) {
    piece_ = packed_.next();
    used_ = 0;
    if (piece_.empty()) return EOF;
  }
  if (++row_bytes_ > kMaxRowBytes) fail("is longer than 1 MiB");
  return static_cast<unsigned char>(piece_[used_++]);
}

void CsvRows::end_field() {
  row_.push_back(std::move(field_));
  field_.clear();
}

bool CsvRows::read_row() {
  row_.clear();
  row_bytes_ = 0;
  ++line_;
  was_quote_ = false;
  bool quoted = false;
  for (int c = next_byte();; c = next_byte()) {
    if (c == EOF) {
      if (quoted) fail("a quote does not end");
      if (row_bytes_ == 0) return false;
    }
    if (c == EOF || (c == '\n' && !quoted)) {
      if (field_.ends_with('\r') && !was_quote_) field_.pop_back();
      end_field();
      return true;
    }
    // A doubled quote closes and opens again: what is left out is restored.
    if (c == '"') {
      if (!quoted && was_quote_) field_ += '"';
      quoted = !quoted;
    } else if (c == separator_ && !quoted) {
      end_field();
    } else {
      field_ += static_cast<char>(c);
    }
    was_quote_ = c == '"' && !quoted;
  }
}

void CsvRows::fail(const std::string& what) const {
  throw DataError(file_ + ": row " + std::to_string(line_) + ": " + what);
}

}  // namespace fedltr
