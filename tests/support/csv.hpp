#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace fedltr::test {

/// Rows of a table as RFC 4180 defines them; TSV has tabs in place of commas.
inline std::vector<std::vector<std::string>> cells_of(std::string_view text,
                                                      char separator = ',') {
  std::vector<std::vector<std::string>> rows(1, {""});
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    std::string& cell = rows.back().back();
    if (quoted && c == '"' && text.substr(at + 1).starts_with('"')) {
      cell += text[++at];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && c == separator) {
      rows.back().emplace_back();
    } else if (!quoted && c == '\n') {
      rows.emplace_back(1, "");
    } else {
      cell += c;
    }
  }
  CHECK_FALSE(quoted);
  CHECK(rows.back() == std::vector<std::string>{""});  // the last line ends
  rows.pop_back();
  for (const auto& row : rows) CHECK(row.size() == rows[0].size());
  return rows;
}

}  // namespace fedltr::test
