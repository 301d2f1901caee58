#include "app/base/csv_rows.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/data/letor.hpp"
#include "app/base/csv.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::csv_rows_test {
using namespace fedltr::test;

namespace {

/// Rows of a file, with fields in brackets; or the message of its error.
std::string rows_of(const std::string& text) {
  TemporaryFolder folder;
  std::string all;
  try {
    CsvRows rows(folder.write("t.csv", text));
    while (rows.next()) {
      for (const std::string& name : rows.names())
        all += "[" + rows.text(name) + "]";
      all += "\n";
    }
  } catch (const DataError& error) {
    return std::string(error.what()).substr(folder.text().size());
  }
  return all;
}

}  // namespace

TEST_CASE("CSV is read as RFC 4180 has it") {
  CHECK(rows_of("a,b\n1,2\n3,4") == "[1][2]\n[3][4]\n");
  CHECK(rows_of("a,b\r\n1,2\r\n") == "[1][2]\n");
  CHECK(rows_of("a,b\n\"x, \"\"y\"\"\",\n") == "[x, \"y\"][]\n");
  CHECK(rows_of("a,b\n\"two\nlines\",\"\"\"\"\n") == "[two\nlines][\"]\n");
  CHECK(rows_of("a\n") == "");
  CHECK(rows_of("a,b\n x ,\" x \"\n") == "[x][ x ]\n");
}

TEST_CASE("invalid CSV is refused with its line") {
  CHECK(rows_of("a,b\n1,2\n1\n") == "/t.csv:3: has 1 fields, expected 2");
  CHECK(rows_of("a,b\n\"1\n\",2\n1,2,3\n") ==
        "/t.csv:4: has 3 fields, expected 2");
  CHECK(rows_of("a\n\"open\n") == "/t.csv:2: the quotes of a value do not end");
  CHECK(rows_of("") == "/t.csv:1: is empty, expected a line of names");
  CHECK(rows_of("a\n" + std::string(CsvReader::kMaxRecord + 1, 'x'))
            .starts_with(
                "/t.csv:2: the record that begins here is longer than the "));
}

TEST_CASE("any text comes back as it was written, from pieces of any size") {
  const TemporaryFolder folder;
  Rng rng(5, Purpose::kTest);
  for (const char separator : {',', '\t'}) {
    std::vector<std::vector<std::string>> written;
    std::string text = std::string("a") + separator + "b\n";
    // Longer than one piece of the file, with many special characters.
    while (text.size() < 3'000'000) {
      auto& row = written.emplace_back();
      for (int cell = 0; cell < 2; ++cell) {
        std::string& each = row.emplace_back();
        for (std::uint64_t left = rng.below(40); left > 0; --left)
          each += rng.below(3) > 0 ? ",\t\"\n\r \\a\0"[rng.below(9)]
                                   : static_cast<char>(rng.below(256));
      }
      const std::vector<CsvValue> values(row.begin(), row.end());
      append_csv_row(text, values, separator);
    }
    CsvRows rows(folder.write("t.csv", text), separator);
    std::size_t read = 0;
    while (rows.next() && rows.row() == written[read]) ++read;
    CHECK(read == written.size());
  }
}

TEST_CASE("numbers are read, and other texts are NaN") {
  TemporaryFolder folder;
  CsvRows rows(folder.write("t.csv", "a,b,c\n0.5,inf,nan\n"));
  REQUIRE(rows.next());
  CHECK(rows.number("a") == 0.5);
  CHECK(std::isinf(rows.number("b")));
  CHECK(std::isnan(rows.number("c")));
  CHECK(rows.has("c"));
  CHECK_FALSE(rows.has("d"));
  CHECK_THROWS_WITH_AS(rows.text("d"), doctest::Contains("has no column d"),
                       DataError);
  CHECK_FALSE(rows.next());
}

}  // namespace fedltr::csv_rows_test
