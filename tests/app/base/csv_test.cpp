#include "app/base/csv.hpp"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "app/base/text.hpp"

namespace fedltr::csv_test {
namespace {

std::string cell(const CsvValue& value, char separator = ',') {
  std::string text;
  value.append_to(text, separator);
  return text;
}

struct Row {
  std::string name;
  double value;
};

std::vector<Column<Row>> columns() {
  return {{"name", "", [](const Row& row) { return row.name; }},
          {"value", "", [](const Row& row) { return row.value; }}};
}

}  // namespace

TEST_CASE("a table is a line of names and a line per row") {
  CsvTable<Row> table(columns());
  table.add({"a", 0.5});
  table.add({"b", 2});
  CHECK(table.take() == "name,value\na,0.5\nb,2\n");
}

TEST_CASE("numbers in cells read back exactly, and need no quotes") {
  for (const double number : {0.1, 1.0 / 3, -1e-300, 12345678.0})
    CHECK(parse_real(cell(number)) == number);
  CHECK(cell(std::nan("")) == "nan");
  CHECK(cell(std::numeric_limits<double>::infinity()) == "inf");
  CHECK(cell(std::numeric_limits<std::uint64_t>::max()) ==
        "18446744073709551615");
  CHECK(cell(-3) == "-3");
  CHECK(cell(true) == "yes");
  CHECK(cell(false) == "no");
}

TEST_CASE("texts are quoted where CSV needs it, by RFC 4180") {
  CHECK(cell("plain text") == "plain text");
  CHECK(cell("a,b") == "\"a,b\"");
  CHECK(cell("say \"x\"") == "\"say \"\"x\"\"\"");
  CHECK(cell("two\nlines") == "\"two\nlines\"");
  CHECK(cell(Quoted{"plain"}) == "\"plain\"");
  CHECK(cell(" x") == "\" x\"");
  CHECK(cell("") == "");
}

TEST_CASE("TSV is quoted as CSV is, with tabs in place of commas") {
  CHECK(cell("a,b", '\t') == "a,b");
  CHECK(cell("a,\"b\"", '\t') == "\"a,\"\"b\"\"\"");
  CHECK(cell("a\tb\r\nc", '\t') == "\"a\tb\r\nc\"");
  CsvTable<Row> table(columns(), '\t');
  table.add({"x", 1});
  CHECK(table.take() == "name\tvalue\nx\t1\n");
}

TEST_CASE("a text of others is no formula to a spreadsheet") {
  for (const char* text : {"=1+1", "@SUM(A1)", "-2+cmd|' /C calc'!A0"})
    CHECK(without_formula(text) == "'" + std::string(text));
  for (const char* text : {"", "-", "-0.02 ± 0.01", "+1e-7", "rule=mean"})
    CHECK(without_formula(text) == text);
}

TEST_CASE("names of columns are quoted like texts") {
  CsvTable<Row> table({{"a,b", "", [](const Row& row) { return row.value; }}});
  CHECK(table.take() == "\"a,b\"\n");
}

TEST_CASE("a text that looks like a number is a text") {
  // A lone carriage return breaks a row, as a line feed does.
  CHECK(cell("a\rb") == "\"a\rb\"");
  CHECK(cell("\"") == "\"\"\"\"");
  CHECK(cell(Quoted{""}) == "\"\"");
  CHECK(cell("a\tb") == "a\tb");  // not a separator in CSV
}

TEST_CASE("a column knows whether it holds names") {
  std::vector<Column<Row>> all = columns();
  append(all, {{"quoted", "", [](const Row& row) { return Quoted{row.name}; }},
               {"letters", "", [](const Row&) { return "nan"; }},
               {"yes", "", [](const Row& row) { return row.value > 1; }}});
  std::vector<bool> texts;
  for (const Column<Row>& column : all) texts.push_back(column.is_text);
  CHECK(texts == std::vector<bool>{true, false, true, true, false});
}

TEST_CASE("columns are appended in order, and see the row they are given") {
  auto both = columns();
  append(both, {{"twice", "", [](const Row& row) { return 2 * row.value; }},
                {"many", "", [](const Row& row) { return row.value > 1; }}});
  CsvTable<Row> table(both);
  table.add({"x,y", 1.5});
  table.add({"", -0.0});
  CHECK(table.take() ==
        "name,value,twice,many\n\"x,y\",1.5,3,yes\n,-0,-0,no\n");
}

}  // namespace fedltr::csv_test
