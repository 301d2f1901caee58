#pragma once

#include <concepts>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace fedltr {

/// A text that is always quoted.
struct Quoted {
  std::string text;
};

/// Text of one cell of a table.
class CsvValue {
 public:
  CsvValue(double number);  ///< shortest exact digits; inf, nan
  CsvValue(bool yes) : text_(yes ? "yes" : "no") {}
  template <std::integral Number>
  CsvValue(Number number) : text_(std::to_string(number)) {}
  CsvValue(std::string text) : text_(std::move(text)), is_text_(true) {}
  CsvValue(const char* text) : text_(text), is_text_(true) {}
  CsvValue(Quoted quoted)
      : text_(std::move(quoted.text)), is_text_(true), always_quoted_(true) {}

  /// Appends the value, quoted if needed, see append_csv_text().
  void append_to(std::string& row, char separator) const;

 private:
  std::string text_;
  bool is_text_ = false;
  bool always_quoted_ = false;
};

/// Appends a text as in CSV (RFC 4180) and TSV: if it holds the separator, a
/// quote or a line break, or starts or ends with a blank, which readers may
/// drop, it is quoted, with inner quotes doubled. CsvReader and CsvRows restore
/// it.
void append_csv_text(std::string& row, std::string_view text, char separator);

/// Returns a text of others with ' before it if a spreadsheet would take it for
/// a formula: after =, @ or a sign with |, ( or ! behind it.
std::string without_formula(std::string text);

/// Appends a line of values.
void append_csv_row(std::string& text, std::span<const CsvValue> values,
                    char separator = ',');

/// A column of a table with one row per `Row`.
template <class Row>
struct Column {
  template <class ValueOf>
  Column(std::string name, std::string meaning, ValueOf value)
      : name(std::move(name)),
        meaning(std::move(meaning)),
        is_text(holds_text<std::invoke_result_t<ValueOf, const Row&>>()),
        value(std::move(value)) {}

  std::string name;
  std::string meaning;  ///< one line with the unit, for docs/output.md
  bool is_text;         ///< true even if its names look like numbers
  std::function<CsvValue(const Row&)> value;

 private:
  template <class Value>
  static constexpr bool holds_text() {
    return std::is_convertible_v<Value, std::string_view> ||
           std::is_same_v<Value, Quoted>;
  }
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
  /// Returns the text since the last call.
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

/// Appends columns.
template <class Row>
void append(std::vector<Column<Row>>& columns, std::vector<Column<Row>> more) {
  for (Column<Row>& column : more) columns.push_back(std::move(column));
}

}  // namespace fedltr
