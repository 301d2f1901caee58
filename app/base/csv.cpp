#include "app/base/csv.hpp"

#include <algorithm>

#include "app/base/text.hpp"

namespace fedltr {
namespace {

void append_in_quotes(std::string& row, std::string_view text) {
  row += '"';
  for (const char c : text) {
    if (c == '"') row += '"';
    row += c;
  }
  row += '"';
}

}  // namespace

CsvValue::CsvValue(double number) : text_(exact(number)) {}

void CsvValue::append_to(std::string& row, char separator) const {
  if (always_quoted_)
    append_in_quotes(row, text_);
  else if (is_text_)
    append_csv_text(row, text_, separator);
  else
    row += text_;
}

void append_csv_text(std::string& row, std::string_view text, char separator) {
  const bool is_plain = std::ranges::none_of(text,
                                             [&](char c) {
                                               return c == separator ||
                                                      c == '"' || c == '\r' ||
                                                      c == '\n';
                                             }) &&
                        !text.starts_with(' ') && !text.ends_with(' ');
  if (is_plain)
    row += text;
  else
    append_in_quotes(row, text);
}

std::string without_formula(std::string text) {
  const bool is_signed = text.starts_with('+') || text.starts_with('-');
  if (text.starts_with('=') || text.starts_with('@') ||
      (is_signed && text.find_first_of("|(!") != std::string::npos))
    text.insert(0, 1, '\'');
  return text;
}

void append_csv_row(std::string& text, std::span<const CsvValue> values,
                    char separator) {
  bool first = true;
  for (const CsvValue& value : values) {
    if (!std::exchange(first, false)) text += separator;
    value.append_to(text, separator);
  }
  text += '\n';
}

}  // namespace fedltr
