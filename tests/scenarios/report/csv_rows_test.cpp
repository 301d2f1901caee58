#include "scenarios/report/csv_rows.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/data/letor.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::csv_rows_test {
using namespace fedltr::test;

namespace {

/// What a file's rows hold, fields in brackets; or the message of its fault.
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
}

TEST_CASE("what is no CSV is refused with its row") {
  CHECK(rows_of("a,b\n1,2\n1\n") == "/t.csv: row 3: has 1 fields, expected 2");
  CHECK(rows_of("a,b\n1,2,3\n") == "/t.csv: row 2: has 3 fields, expected 2");
  CHECK(rows_of("a\n\"open\n") == "/t.csv: row 2: a quote does not end");
  CHECK(rows_of("") == "/t.csv: row 1: is empty, expected a line of names");
  CHECK(rows_of("a\n" + std::string(2 << 20, 'x')) ==
        "/t.csv: row 2: is longer than 1 MiB");
}

TEST_CASE("numbers are read, and what is none is NaN") {
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
