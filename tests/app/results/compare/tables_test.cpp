#include "app/results/compare/tables.hpp"

#include <sstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/support/csv.hpp"
#include "tests/support/little_tables.hpp"

namespace fedltr::tables_test {
using namespace fedltr::test;

namespace {

const std::string kHostile = " a\"b,c\td\re\nf\"";

bool has_text(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

// Two of 2^3 signs give a mean as far from 0: .25, drawn 10,000 times.
TEST_CASE("the full text table") {
  const Little little;
  CHECK(printed(print_text, little.tables()) ==
        "m (3 queries)\n"
        "  run               mean     std     diff   +-95% t-test Fisher  "
        "Bonf. effect\n"
        "  rule=mean       3.0000       -\n"
        "  rule=a_b & 5%   5.0000       -  +2.0000  2.4841 0.0742 0.2573 "
        "0.0742  +2.00 \n"
        "Against the first row; two-tailed paired tests. Up or down: ▲▼ p < "
        ".01, △▽ p < .05 of the\nt-test, Bonferroni-corrected over the 1 "
        "comparison by a metric. std: over folds and repeats.\n");
}

TEST_CASE("all pairs in text: a run, and below it less which") {
  const Little little;
  const std::string text =
      printed(print_text, little.tables({.all_pairs = true}));
  CHECK(has_text(text, "  rule=a_b & 5%\n    less rule=mean  +2.0000"));
  CHECK(has_text(text, "Each run against each; "));
  CHECK(has_text(text, "Holm-corrected"));
  CHECK_FALSE(has_text(text, " mean "));
}

TEST_CASE("CSV has a line per run, with equal numbers of values") {
  const Little little;
  std::istringstream lines(printed(print_csv, little.tables()));
  std::string line;
  std::vector<std::string> all;
  while (std::getline(lines, line)) all.push_back(line);
  REQUIRE(all.size() == 3);
  for (const std::string& each : all)
    CHECK(std::count(each.begin(), each.end(), ',') == 17);
  CHECK(all[1].starts_with(R"(m,"","runs/rule=mean","",3,,1,,,,)"));
  CHECK(all[2].starts_with(
      R"(m,"","runs/rule=a_b & 5%","runs/rule=mean",5,,1,2,)"));
}

TEST_CASE("names in CSV come back as they are") {
  const Little little;
  auto tables = little.tables();
  tables[0].metric = kHostile;
  tables[0].group = kHostile;
  RunFolder run = *tables[0].rows[0].run;
  run.folder = kHostile;
  tables[0].rows[0].run = tables[0].rows[1].against = &run;
  const auto rows = cells_of(printed(print_csv, tables));
  REQUIRE(rows.size() == 3);
  REQUIRE(rows[0].size() == 18);
  CHECK(rows[1][0] == kHostile);
  CHECK(rows[1][1] == kHostile);
  CHECK(rows[1][2] == kHostile);
  CHECK(rows[2][3] == kHostile);
}

TEST_CASE("JSON has no differences without a second run") {
  const Little little;
  const auto json = nlohmann::json::parse(printed(print_json, little.tables()));
  REQUIRE(json.size() == 2);
  CHECK_FALSE(json[0].contains("against"));
  CHECK(json[0]["std"].is_null());
  CHECK(json[0]["n"] == 1);
  CHECK(json[1]["against"] == "runs/rule=mean");
  CHECK(json[1]["difference"] == 2);
  CHECK(json[1]["label"] == "rule=a_b & 5%");
  CHECK(json[1]["mark"] == "");
}

TEST_CASE("one table has a column for each value of a key") {
  const Little little;
  const RunFolder c = made_run("rule=mean", {{"x", 1}, {"y", 1}});
  const RunFolder d = made_run("other", {{"x", 3}, {"y", 3}});
  std::vector<ComparisonTable> tables = little.tables();
  tables[0].column = "none";
  tables.push_back(compare_runs("m", {&c, &d}, {}));
  tables[1].column = "lie";
  correct({&tables[0], &tables[1]});
  std::ostringstream out;
  print_columns(out, tables, "attack.kind");
  CAPTURE(out.str());
  CHECK(has_text(out.str(),
                 "m (3 queries); columns: attack.kind\n"
                 "  run              none     lie\n"
                 "  rule=mean     3.0000* 1.0000*\n"
                 "  rule=a_b & 5% 5.0000        -\n"
                 "  other               - 3.0000▲\n"));
  CHECK(has_text(out.str(), "over the 2 comparisons by a metric"));
  std::ostringstream tex;
  print_latex(tex, tables, "attack.kind");
  CHECK(has_text(tex.str(), "run & none & lie \\\\\n"));
  CHECK(has_text(tex.str(), "other & -- & "));
}

}  // namespace fedltr::tables_test
