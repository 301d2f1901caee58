#include <doctest/doctest.h>

#include "algorithms/data/letor.hpp"
#include "tests/app/report/report_support.hpp"

namespace fedltr::silo_section_test {
using namespace fedltr::test;

namespace {

ReportData silo_with(const std::string& summary) {
  ReportData data = data_of_runs({"x"});
  data.files[0].summary = parse_json(summary);
  return data;
}

}  // namespace

TEST_CASE("the gain by joining is shown, overall and by party") {
  const ReportSection section = silo_section(silo_with(R"({"gain_of_joining":
    {"metric": "map", "method": "joint", "alone": "local", "gain": 1, "lose": 0,
     "undecided": 1, "parties": [
      {"party": 0, "alone": 0.25, "joint": 0.5, "gain": 0.25,
       "interval95": 0.125, "p": 0.00001, "queries": 1200, "verdict": "gains"},
      {"party": 1, "alone": 0.5, "joint": 0.25, "gain": -0.25,
       "interval95": null, "p": null, "queries": 1,
       "verdict": "undecided"}]}})"));
  CHECK(spoken_in(section) ==
        "*by joining with joint, against local (the best that needs no "
        "joining), 1 parties gain, 0 lose and 1 are undecided on map (t-tests, "
        "Holm, p < .05)\n");
  const auto tables = tables_in(section);
  REQUIRE(tables.size() == 1);
  CHECK(tables[0].title == "Who gains by joining");
  CHECK(rows_in(tables[0]) ==
        Texts{"A|0.2500|0.5000|+0.2500|0.1250|p < .0001|1,200|gains",
              "B|0.5000|0.2500|-0.2500|-|-|1|undecided"});
}

TEST_CASE("parties have the names of silo.members, if it names them") {
  ReportData data = silo_with(R"({"gain_of_joining": {"parties": [
    {"party": 0}, {"party": 1}, {"party": 2}]}})");
  data.runs[0].scenario["silo.members"] = "north, east";
  const auto rows = rows_in(tables_in(silo_section(data))[0]);
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].starts_with("north|"));
  CHECK(rows[1].starts_with("east|"));
  CHECK(rows[2].starts_with("C|"));
}

TEST_CASE("methods of a silo have a row, with the deviation where one is") {
  const auto tables = tables_in(silo_section(silo_with(R"({"methods": {
    "local": {"metrics": {"m": {"mean": 0.5, "std": 0.25},
                          "n": {"mean": 0.75, "std": null}}},
    "joint": {"metrics": {"m": {"mean": 1, "std": 0},
                          "n": {"mean": null}}}}})")));
  REQUIRE(tables.size() == 1);
  CHECK(tables[0].title == "Methods");
  CHECK(tables[0].columns == Texts{"method", "m", "n"});
  Texts rows = rows_in(tables[0]);
  std::ranges::sort(rows);
  CHECK(rows ==
        Texts{"joint|1.0000 ± 0.0000|-", "local|0.5000 ± 0.2500|0.7500"});
}

TEST_CASE("a method's values stand below their own metrics") {
  const auto tables = tables_in(silo_section(silo_with(R"({"methods": {
    "a": {"metrics": {"m": {"mean": 0.5}, "n": {"mean": 0.25}}},
    "b": {"metrics": {"n": {"mean": 0.75}, "z": {"mean": 1}}},
    "c": {"metrics": {"n": {"mean": 0.125}}},
    "d": {"metrics": 3}, "e": 4}})")));
  REQUIRE(tables.size() == 1);
  CHECK(tables[0].columns == Texts{"method", "m", "n"});
  CHECK(rows_in(tables[0]) ==
        Texts{"a|0.5000|0.2500", "b|-|0.7500", "c|-|0.1250"});
}

TEST_CASE("differences between methods have both tests, uncorrected") {
  const auto tables = tables_in(silo_section(silo_with(R"({"significance": [
    {"metric": "m", "method": "joint", "over": "local", "difference": 0.0625,
     "interval95": 0.03125, "t_test": 0.04, "fisher": 0.00002, "pairs": 20000},
    {"method": "x", "over": 3}, 4]})")));
  REQUIRE(tables.size() == 1);
  CHECK(tables[0].title == "Differences between methods");
  // 1/32 = .03125 is half way: rounded to the even digit.
  CHECK(rows_in(tables[0]) ==
        Texts{"joint|local|+0.0625|0.0312|p = 0.0400|p < .0001|20,000",
              "x||-|-|-|-|-", "||-|-|-|-|-"});
  CHECK(contains(tables[0].note, "not corrected"));
}

TEST_CASE("an untrained method is called better only with an interval") {
  const auto spoken = [](const std::string& interval) {
    return spoken_in(silo_section(silo_with(
        R"({"method": "joint", "significance": [{"metric": "m", "method": )"
        R"("joint", "over": "bm25", "difference": -0.0625, "interval95": )" +
        interval + R"(, "t_test": null, "pairs": 1}]})")));
  };
  CHECK(contains(spoken("0.03125"),
                 "bm25, which needs no training, ranks "
                 "better than joint"));
  CHECK(spoken("null") == "");
}

TEST_CASE("silos of several runs are distinguished, and have no pictures") {
  TemporaryFolder folder;
  folder.write("a/features.svg", "<svg/>");
  ReportData data = data_of_runs({"a", "b"});
  data.runs[0].folder = folder / "a";
  data.files[1].summary = parse_json(
      R"({"methods": {"local": {"metrics": {"m": {"mean": 0.5}}}}})");
  const ReportSection section = silo_section(data);
  REQUIRE(section.blocks.size() == 1);
  CHECK(tables_in(section)[0].title == "Methods; b");
  CHECK(search_section(data).blocks.empty());
}

TEST_CASE("a silo's summary of other types has no section") {
  for (const char* strange :
       {R"({"gain_of_joining": 3, "methods": [], "significance": {}})",
        R"({"methods": {}})", R"({"methods": {"a": {"metrics": null}}})",
        R"({"significance": []})", "[]"})
    CHECK_MESSAGE(silo_section(silo_with(strange)).blocks.empty(), strange);
  // Gains without parties are text only.
  const ReportSection section =
      silo_section(silo_with(R"({"gain_of_joining": {"parties": 3}})"));
  CHECK(section.blocks.size() == 1);
  CHECK(contains(spoken_in(section), "- parties gain, - lose"));
}

}  // namespace fedltr::silo_section_test
