#include "app/data/convert/letor_row.hpp"

#include <cmath>
#include <limits>

#include "tests/support/error_of.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::letor_row_test {
using namespace fedltr::test;

namespace {

const Place kHere{"f", 3};

LetorRow row_of(const std::string& query, int label, std::uint32_t features = 0,
                const std::string& document = "") {
  LetorRow row;
  row.query = query;
  row.label = label;
  row.document = document;
  if (features > 0) row.features = {{1, 0.5}, {features, 2}};
  row.place = kHere;
  return row;
}

}  // namespace

TEST_CASE("values are numbers, missing or beyond all") {
  const auto value = [](std::string_view word) {
    return parse_feature(word, "x", {.words = {"?"}}, kHere);
  };
  CHECK(value("-1.25e-3") == -0.00125);
  CHECK(value("+0.5") == 0.5);
  CHECK(value("1e-400") == 0);
  CHECK(value("1e400") == std::numeric_limits<double>::infinity());
  CHECK(value("-1e400") == -std::numeric_limits<double>::infinity());
  CHECK(value("inf") == std::numeric_limits<double>::infinity());
  for (const char* const word :
       {"NULL", "null", "NA", "na", "N/A", "None", "<NA>", "nan", "NaN", "?"})
    CHECK(std::isnan(value(word)));
  for (const char* const word :
       {"", "x", "1,5", "1 ", "--1", "+-1", "++1", "1e", "0x1"})
    CHECK_THROWS_AS(value(word), DataError);
  CHECK(
      error_of<DataError>([&] { value("1;2"); }) ==
      "f:3: value '1;2' of feature 'x' is not a number; --missing '1;2' reads "
      "it as missing");
  for (const std::string& text :
       {std::string("1,5"), std::string("a'b"), std::string(41, 'a')})
    CHECK(
        error_of<DataError>([&] { value(text); }).ends_with("is not a number"));
}

TEST_CASE("rows are counted by query and grade") {
  RowCounter counter;
  counter.add(row_of("a", 0, 7, "d1"));
  counter.add(row_of("a", 2));
  counter.add(row_of("a", 0, 3));
  counter.add(row_of("b", 1, 9));
  const RowCounts counts = counter.take();
  CHECK(counts.queries == 2);
  CHECK(counts.documents == 4);
  CHECK(counts.named == 1);
  CHECK(counts.shortest == 1);
  CHECK(counts.longest == 3);
  CHECK(counts.features == 9);
  CHECK(counts.labels[0] == 2);
  CHECK(counts.labels[1] == 1);
  CHECK(counts.labels[2] == 1);
  CHECK(RowCounter().take().documents == 0);
}

TEST_CASE("a query may not come back, nor have a name that LETOR can't hold") {
  RowCounter counter;
  counter.add(row_of("a", 0));
  counter.add(row_of("b", 0));
  CHECK(error_of<DataError>([&] { counter.add(row_of("a", 0)); }) ==
        "f:3: query 'a' recurs after other queries; data convert --merge "
        "joins its rows");
  for (const char* const name : {"", "a b", "a\tb", "a#b", "a\nb", "\x7f"}) {
    RowCounter fresh;
    CHECK_THROWS_AS(fresh.add(row_of(name, 0)), DataError);
    if (std::string_view(name).empty()) continue;
    CHECK_THROWS_AS(fresh.add(row_of("q", 0, 1, name)), DataError);
  }
  RowCounter other;
  other.add(row_of("größe", 0, 1, "https://x.org/?a=b:c"));
  CHECK(other.take().named == 1);
}

}  // namespace fedltr::letor_row_test
