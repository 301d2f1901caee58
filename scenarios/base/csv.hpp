#pragma once

#include <concepts>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fedltr {

/// What stands in one cell of a table, as text.
class CsvValue {
 public:
  CsvValue(double number);  ///< the shortest that reads back; inf, nan
  CsvValue(bool yes) : text_(yes ? "yes" : "no") {}
  template <std::integral Number>
  CsvValue(Number number) : text_(std::to_string(number)) {}
  CsvValue(std::string text) : text_(std::move(text)), is_text_(true) {}
  CsvValue(const char* text) : text_(text), is_text_(true) {}

  /// A text that is quoted whatever it holds.
  static CsvValue quoted(std::string text);

  /// As it stands between separators. In CSV, texts with separators, quotes or
  /// line breaks are quoted (RFC 4180); in TSV, which knows no quotes, blanks
  /// stand for tabs and line breaks.
  void append_to(std::string& row, char separator) const;

 private:
  std::string text_;
  bool is_text_ = false;
  bool always_quoted_ = false;
};

/// A column of a table that has a row for each `Row`.
template <class Row>
struct Column {
  std::string name;
  std::string meaning;  ///< one line with the unit, for docs/output.md
  std::function<CsvValue(const Row&)> value;
};

/// Text of a CSV or TSV file: a line of names, then the rows.
template <class Row>
class CsvTable {
 public:
  /// @param separator  ',' or '\t'
  explicit CsvTable(std::vector<Column<Row>> columns, char separator = ',')
      : columns_(std::move(columns)), separator_(separator) {
    write([](const Column<Row>& column) { return CsvValue(column.name); });
  }

  void add(const Row& row) {
    write([&](const Column<Row>& column) { return column.value(row); });
  }
  /// The text since the last call.
  std::string take() { return std::exchange(text_, {}); }

 private:
  template <class ValueOf>
  void write(const ValueOf& value_of) {
    bool first = true;
    for (const Column<Row>& column : columns_) {
      if (!std::exchange(first, false)) text_ += separator_;
      value_of(column).append_to(text_, separator_);
    }
    text_ += '\n';
  }

  std::vector<Column<Row>> columns_;
  char separator_;
  std::string text_;
};

/// Appends columns to columns.
template <class Row>
void append(std::vector<Column<Row>>& columns, std::vector<Column<Row>> more) {
  for (Column<Row>& column : more) columns.push_back(std::move(column));
}

}  // namespace fedltr
