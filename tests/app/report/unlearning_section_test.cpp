#include <doctest/doctest.h>

#include "tests/app/report/report_support.hpp"

namespace fedltr::unlearning_section_test {
using namespace fedltr::test;

namespace {

/// Rows of evidence for this unlearning.json.
Texts evidence_of(const std::string& json) {
  ReportData data = data_of_runs({"x"});
  data.files[0].unlearning = parse_json(json);
  const auto tables = tables_in(unlearning_section(data));
  return tables.empty() ? Texts{} : rows_in(tables[0]);
}

}  // namespace

TEST_CASE("each request of unlearning has a row with all its evidence") {
  CHECK(evidence_of(R"({"method": "calibrated", "requests": [
    {"clients": [3, 8], "after": 12, "took_part": true, "complete": true,
     "m": {"before": {"configuration": "8H-2M", "mean": 0.5},
           "after": {"mean": 0.25}, "retrained": {"mean": 0.375},
           "honest": {"mean": 0.75}, "gap_closed": 0.5},
     "distance_to_retrained": {"ratio": 0.125},
     "clicked_auc": {"before": 0.75, "after": 0.5, "retrained": 0.625},
     "cost": {"unlearning": {"steps": 1234, "seconds": 0.5},
              "saved": {"steps": 3.04, "bytes": 12.96}}},
    {"clients": [1], "m": {"before": {"mean": 1}, "after": {"mean": 1}}}]})") ==
        Texts{"x|calibrated|3, 8|12||0.5000 (8H-2M)|0.2500|0.3750|0.7500|"
              "0.5000|0.1250|0.7500|0.5000|0.6250|1,234|3.0×|-|-|-|13.0×|0.5|-",
              "x|calibrated|1|-||1.0000|1.0000|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-"});
}

TEST_CASE("a request without evidence gives the reason") {
  const Texts rows = evidence_of(R"({"method": "r", "requests": [
    {"clients": [1], "after": 3, "complete": false},
    {"clients": [2], "after": 3, "complete": true, "took_part": false}]})");
  CHECK(contains(rows.at(0), "x|r|1|3|not completed|-"));
  CHECK(contains(rows.at(1), "x|r|2|3|never took part: nothing to unlearn|-"));
}

TEST_CASE("up to eight clients are named, more are counted") {
  const auto row = [](const std::string& clients) {
    const Texts rows = evidence_of(
        R"({"method": "r", "requests": [{"clients": )" + clients + "}]}");
    return rows.at(0).substr(0, rows.at(0).find("|-"));
  };
  CHECK(row("[1, 2, 3, 4, 5, 6, 7, 8]") == "x|r|1, 2, 3, 4, 5, 6, 7, 8");
  CHECK(row("[1, 2, 3, 4, 5, 6, 7, 8, 9]") == "x|r|9 clients");
  CHECK(row("[]") == "x|r|");
  CHECK(row("null") == "x|r");
}

TEST_CASE("values of other types are shown as not known") {
  const std::string nothing = "||-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-|-";
  CHECK(evidence_of(R"({"method": 7, "requests": [7]})") ==
        Texts{"x||-|-" + nothing});
  CHECK(evidence_of(R"({"requests": [{"clients": "all", "m": [0.5],
    "clicked_auc": "0.5", "cost": {"saved": 3}}]})") ==
        Texts{"x||-|-" + nothing});
  CHECK(evidence_of(R"({"requests": {"a": 1}})") == Texts{});
  CHECK(evidence_of(R"({"requests": []})") == Texts{});
  CHECK(evidence_of("[]") == Texts{});
}

TEST_CASE("requests of several runs are in one table, by run") {
  ReportData data = data_of_runs({"a", "b", "c"});
  data.files[0].unlearning =
      parse_json(R"({"method": "r", "requests": [{}, {}]})");
  data.files[2].unlearning = parse_json(R"({"method": "s", "requests": [{}]})");
  const auto tables = tables_in(unlearning_section(data));
  REQUIRE(tables.size() == 1);
  CHECK(tables[0].title == "Evidence of unlearning");
  REQUIRE(tables[0].columns.size() == 22);
  CHECK(tables[0].columns[10] == "distance left");
  REQUIRE(tables[0].rows.size() == 3);
  CHECK(tables[0].rows[1][0].text == "a");
  CHECK(tables[0].rows[2][0].text == "c");
  CHECK(tables[0].rows[2][1].text == "s");
  CHECK(tables[0].note.starts_with("m before and after unlearning"));
  CHECK(unlearning_section(data_of_runs({"a"})).blocks.empty());
}

}  // namespace fedltr::unlearning_section_test
