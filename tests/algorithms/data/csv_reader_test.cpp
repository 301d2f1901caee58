#include "algorithms/data/csv_reader.hpp"

#include <doctest/doctest.h>

#include "algorithms/data/letor.hpp"
#include "tests/support/error_of.hpp"

namespace fedltr::csv_reader_test {
namespace {

/// "line: value|value" of each record, for any division of the text.
std::string records(std::string_view text, std::size_t piece = 1,
                    char separator = ',') {
  std::string all;
  CsvReader csv(
      "t.csv",
      [&](std::span<const std::string> values, std::size_t line) {
        all += std::to_string(line) + ":";
        for (const std::string& value : values) all += value + "|";
        all += "\n";
      },
      separator);
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size())))
    csv.feed(text.substr(0, piece));
  csv.end();
  return all;
}

std::string csv_fault(std::string_view text) {
  return test::error_of<DataError>([&] { records(text); });
}

}  // namespace

TEST_CASE("values in quotes hold separators, line ends and doubled quotes") {
  const std::string_view text =
      "a,\"b,\"\"c\"\"\",\"\"\r\n\"two\nlines\",2,3\nx,y,z";
  for (const std::size_t piece : {1, 2, 3, 100})
    CHECK(records(text, piece) ==
          "1:a|b,\"c\"||\n2:two\nlines|2|3|\n4:x|y|z|\n");
}

TEST_CASE("a byte-order mark and blanks around plain values are dropped") {
  const std::string mark = "\xEF\xBB\xBF";
  CHECK(records(mark + "a , b\r\n") == "1:a|b|\n");
  CHECK(records(mark + "\"a\",\" b \" ,c") == "1:a| b |c|\n");
  CHECK(records("a\tb c\n", 1, '\t') == "1:a|b c|\n");
}

TEST_CASE("blank lines are records of one empty value, and count as lines") {
  CHECK(records("a\n\r\n\nb,\n") == "1:a|\n2:|\n3:|\n4:b||\n");
  CHECK(records("") == "");
  CHECK(records("\"\"") == "1:|\n");
}

TEST_CASE("a first line that names the separator is no record") {
  CHECK(records("\xEF\xBB\xBFsep=;\na;b\n", 3, ';') == "2:a|b|\n");
  CHECK(records("sep=;\na,b\n") == "2:a|b|\n");
  CHECK(records("a\nsep=,\n") == "1:a|\n2:sep=||\n");
  CHECK(records("sep=ab\n") == "1:sep=ab|\n");
}

TEST_CASE("faulty quotes are reported with the line of their record") {
  CHECK(csv_fault("a\nb\"c\n") ==
        "t.csv:2: a quote within value 1, which is not quoted; double it and "
        "quote the value");
  CHECK(csv_fault("a,\"b\"c\n") ==
        "t.csv:1: text behind the closing quote of value 2");
  CHECK(csv_fault("a\nb,\"c\nd\n") ==
        "t.csv:2: the quotes of a value do not end");
  const std::string endless = "a\n\"" + std::string(CsvReader::kMaxRecord, 'x');
  CHECK(
      csv_fault(endless).starts_with("t.csv:2: the record that begins here is "
                                     "longer than the 16777216 bytes"));
  CHECK(csv_fault(std::string(CsvReader::kMaxRecordValues, ',')) ==
        "t.csv:1: a record of more than the 131072 values that are allowed");
}

}  // namespace fedltr::csv_reader_test
