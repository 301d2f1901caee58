#include "scenarios/base/csv.hpp"

#include "scenarios/base/text.hpp"

namespace fedltr {

CsvValue::CsvValue(double number) : text_(exact(number)) {}

CsvValue CsvValue::quoted(std::string text) {
  CsvValue value(std::move(text));
  value.always_quoted_ = true;
  return value;
}

void CsvValue::append_to(std::string& row, char separator) const {
  if (is_text_ && separator == '\t') {
    for (const char c : text_)
      row += c == '\t' || c == '\n' || c == '\r' ? ' ' : c;
  } else if (!is_text_ || (!always_quoted_ && text_.find_first_of(",\"\r\n") ==
                                                  std::string::npos)) {
    row += text_;
  } else {
    row += '"';
    for (const char c : text_) row += c == '"' ? "\"\"" : std::string(1, c);
    row += '"';
  }
}

}  // namespace fedltr
