#include "app/data/convert/row_sources.hpp"

#include "tests/support/scenario.hpp"

namespace fedltr::row_sources_test {

TEST_CASE("quoted names are words, and different names stay different") {
  CHECK(quoted_name("plain-nämé_1") == "plain-nämé_1");
  CHECK(quoted_name("red shoes") == "red%20shoes");
  CHECK(quoted_name("red%20shoes") == "red%2520shoes");
  CHECK(quoted_name("a#\t\n\x7f") == "a%23%09%0A%7F");
  CHECK(quoted_name("") == "");
}

TEST_CASE("merged rows come by query, each in the order of its rows") {
  const auto source = [](const VisitRow& visit, InputNotes& notes) {
    int label = 0;
    for (const char* const query : {"b", "a", "b", "c", "a"}) {
      LetorRow row;
      row.query = query;
      row.label = label++;
      visit(row);
    }
    ++notes.duplicates;
  };
  const RowSource merged = merged_rows(source);
  for (int pass = 0; pass < 2; ++pass) {
    InputNotes notes;
    std::string seen;
    merged(
        [&](const LetorRow& row) {
          seen += row.query + std::to_string(row.label);
        },
        notes);
    CHECK(seen == "b0b2a1a4c3");
    CHECK(notes.duplicates == 1);
  }
}

}  // namespace fedltr::row_sources_test
