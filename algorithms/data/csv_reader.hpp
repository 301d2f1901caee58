#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fedltr {

/// Reads records of comma-separated values (RFC 4180) from a text that arrives
/// in pieces: a quoted value may hold separators, line ends and doubled quotes.
/// CRLF and a byte-order mark are accepted. Unlike RFC 4180, blanks around an
/// unquoted value are dropped, and so is a first line `sep=X`, as Excel writes
/// it.
class CsvReader {
 public:
  static constexpr std::size_t kMaxRecord = std::size_t{1} << 24;
  static constexpr std::size_t kMaxRecordValues = std::size_t{1} << 17;

  /// Receives the values of a record, valid until it returns, and the line
  /// where it begins, from 1. A blank line is a record of one empty value.
  using Visit =
      std::function<void(std::span<const std::string> values, std::size_t)>;

  /// @param name  of the file, for messages
  CsvReader(std::string name, Visit visit, char separator = ',');

  /// @throws DataError  with name and line, for quotes within a value, text
  ///                    after them, and a record of more than kMaxRecord bytes
  ///                    or kMaxRecordValues
  void feed(std::string_view piece);
  /// @throws DataError  for an unclosed quote
  void end();

 private:
  enum class State { kStart, kPlain, kQuoted, kQuoteSeen };

  void take(char c);
  void end_value();
  void end_record();
  bool opens_quotes(char c) const;
  bool names_separator() const;
  [[noreturn]] void fail(const std::string& what) const;

  std::string name_;
  Visit visit_;
  char separator_;
  State state_ = State::kStart;
  std::string value_;                ///< the one being read
  std::vector<std::string> values_;  ///< of the record; reused
  std::size_t count_ = 0;            ///< values of the record read so far
  std::size_t bytes_ = 0;            ///< of the record
  std::size_t line_ = 1;
  std::size_t begin_ = 1;  ///< line of the record's begin
};

/// Returns the separator of a table by one of its lines: of `,`, `;`, tab and
/// `|` the most frequent outside quotes; `,` if there is none.
char separator_of(std::string_view line);
/// Returns the separator of a table by its first line that is not blank.
char separator_of_table(std::string_view text);

}  // namespace fedltr
