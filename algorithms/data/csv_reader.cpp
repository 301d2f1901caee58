#include "algorithms/data/csv_reader.hpp"

#include <utility>

#include "algorithms/data/letor.hpp"
#include "algorithms/data/lines.hpp"

namespace fedltr {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

CsvReader::CsvReader(std::string name, Visit visit, char separator)
    : name_(std::move(name)), visit_(std::move(visit)), separator_(separator) {}

void CsvReader::fail(const std::string& what) const {
  throw DataError(at_line(name_, begin_) + what);
}

void CsvReader::feed(std::string_view piece) {
  for (const char c : piece) take(c);
}

bool CsvReader::opens_quotes(char c) const {
  const bool marked = begin_ == 1 && count_ == 0 && value_ == kByteOrderMark;
  return c == '"' && (state_ == State::kStart || marked);
}

void CsvReader::take(char c) {
  if (c == '\n') ++line_;
  if (++bytes_ > kMaxRecord)
    fail("the record that begins here is longer than the " +
         std::to_string(kMaxRecord) +
         " bytes that are allowed; do its quotes end?");
  if (state_ == State::kQuoted) {
    if (c == '"')
      state_ = State::kQuoteSeen;
    else
      value_ += c;
    return;
  }
  if (state_ == State::kQuoteSeen && c == '"') {
    state_ = State::kQuoted;
    value_ += c;
    return;
  }
  if (c == separator_ || c == '\n') {
    end_value();
    if (c == '\n') end_record();
    return;
  }
  const bool blank = c == ' ' || c == '\r';
  if (state_ == State::kQuoteSeen) {
    if (!blank)
      fail("text behind the closing quote of value " +
           std::to_string(count_ + 1));
  } else if (opens_quotes(c)) {
    value_.clear();
    state_ = State::kQuoted;
  } else if (c == '"') {
    fail("a quote within value " + std::to_string(count_ + 1) +
         ", which is not quoted; double it and quote the value");
  } else if (state_ != State::kStart || !blank) {
    state_ = State::kPlain;
    value_ += c;
  }
}

void CsvReader::end_value() {
  if (state_ == State::kPlain) {
    if (begin_ == 1 && count_ == 0 && value_.starts_with(kByteOrderMark))
      value_.erase(0, kByteOrderMark.size());
    value_.erase(value_.find_last_not_of(" \r") + 1);
  }
  if (count_ == kMaxRecordValues)
    fail("a record of more than the " + std::to_string(kMaxRecordValues) +
         " values that are allowed");
  if (count_ == values_.size()) values_.emplace_back();
  std::swap(values_[count_++], value_);
  value_.clear();
  state_ = State::kStart;
}

bool CsvReader::names_separator() const {
  constexpr std::string_view kSeparator = "sep=";
  if (begin_ != 1 || !values_[0].starts_with(kSeparator)) return false;
  return count_ == 1
             ? values_[0].size() == kSeparator.size() + 1
             : count_ == 2 && values_[0] == kSeparator && values_[1].empty();
}

void CsvReader::end_record() {
  if (!names_separator()) visit_(std::span(values_).first(count_), begin_);
  count_ = bytes_ = 0;
  begin_ = line_;
}

void CsvReader::end() {
  if (state_ == State::kQuoted) fail("the quotes of a value do not end");
  if (state_ == State::kStart && count_ == 0) return;
  end_value();
  end_record();
}

char separator_of(std::string_view line) {
  char best = ',';
  std::size_t most = 0;
  for (const char separator : {',', ';', '\t', '|'}) {
    std::size_t count = 0;
    bool is_quoted = false;
    for (const char c : line) {
      if (c == '"') is_quoted = !is_quoted;
      count += c == separator && !is_quoted ? 1 : 0;
    }
    if (count > most) best = separator;
    most = std::max(most, count);
  }
  return best;
}

char separator_of_table(std::string_view text) {
  text = without_mark(text);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  text.remove_prefix(text.rfind('\n', first) + 1);  // 0 if there is none
  return separator_of(text.substr(0, text.find('\n')));
}

}  // namespace fedltr
