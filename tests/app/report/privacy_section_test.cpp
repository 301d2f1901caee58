#include <doctest/doctest.h>

#include "tests/app/report/report_support.hpp"

namespace fedltr::privacy_section_test {
using namespace fedltr::test;

TEST_CASE("a ledger without a bound has its reasons, each once") {
  ReportData data = data_of_runs({"a", "b", "c"});
  data.files[0].summary = parse_json(
      R"({"privacy": {"mechanism": "none",
    "claimed": null, "accounted": null, "unbounded": "nothing is added"}})");
  data.files[2].summary = parse_json(
      R"({"privacy": {"mechanism": "gauss",
    "claimed": 0.5, "claimed_per": "round", "accounted": 12.34567,
    "delta": 0.00001, "releases": 10000, "composition": {"basic": 5000,
    "advanced": 250.5, "renyi": 13.5,
    "pld": 12.34567}, "caveat": "sampling is secret",
    "unbounded": "nothing is added"}})");
  const ReportSection section = privacy_section(data);
  CHECK(rows_in(tables_in(section)[0]) ==
        Texts{"a|none|unbounded||unbounded|-|-|-|-|-|-|-|-|-|-|-|-",
              "c|gauss|0.5|round|12.35|-|1e-05|-|-|-|10,000|-|-|5,000|250.5|"
              "13.5|12.35"});
  CHECK(spoken_in(section) == "nothing is added\ngauss: sampling is secret\n");
}

TEST_CASE("an account of other types bounds nothing") {
  ReportData data = data_of_runs({"x"});
  data.files[0].summary = parse_json(
      R"({"privacy": {"claimed": "small", "mechanism": 7,
                     "composition": 3}, "secure_aggregation": [1]})");
  const ReportSection section = privacy_section(data);
  CHECK(rows_in(tables_in(section)[0]) ==
        Texts{"x||-||-|-|-|-|-|-|-|-|-|-|-|-|-"});
  CHECK(tables_in(section).size() == 1);
  data.files[0].summary = parse_json(
      R"({"privacy": 3,
    "secure_aggregation": {"neighbours": 2}})");
  CHECK(privacy_section(data).blocks.empty());
}

TEST_CASE("the ledger sets what is claimed beside what is accounted") {
  ReportData data = data_of_runs({"x"});
  data.files[0].summary = parse_json(
      R"({"privacy": {"mechanism": "noise",
    "claimed": 4.5, "claimed_per": "round", "accounted": null, "delta": 1e-6,
    "releases": 100, "composition": {"basic": 450, "advanced": null,
    "renyi": 123.456}, "caveat": "c", "unbounded": "u",
    "lying_server": "s"}, "secure_aggregation": null})");
  const ReportSection section = privacy_section(data);
  CHECK(rows_in(tables_in(section)[0])[0] ==
        "x|noise|4.5|round|unbounded|-|1e-06|-|-|-|100|-|-|450|unbounded|123.5|"
        "-");
  CHECK(spoken_in(section) == "noise: c\nu\ns\n");
}

TEST_CASE("reasons that runs share are printed once") {
  ReportData data = data_of_runs({"x"});
  data.files[0].summary = parse_json(
      R"({"privacy": {"mechanism": "m",
    "caveat": "the same"}})");
  data.runs.push_back(data.runs[0]);
  data.files.push_back(data.files[0]);
  CHECK(spoken_in(privacy_section(data)) == "m: the same\n");
}

TEST_CASE("secure aggregation has a table of its own") {
  ReportData data = data_of_runs({"x"});
  data.files[0].summary = parse_json(
      R"({"privacy": {"mechanism": "none"},
    "secure_aggregation": {"neighbours": 20, "threshold": 11,
    "dropouts_tolerated": 0.2, "colluders_tolerated": 0.1, "recovered": 3,
    "rounds_lost": 0, "bytes_up_per_client_round": 12345.6,
    "bytes_down_per_client_round": 500}})");
  CHECK(rows_in(tables_in(privacy_section(data))[1])[0] ==
        "x|20|11|0.2|0.1|3|0|12,346|500");
}

TEST_CASE(
    "propensities have an account of their own, without a mechanism too") {
  ReportData data = data_of_runs({"x"});
  data.files[0].summary = parse_json(
      R"({"privacy": {"mechanism": "none", "claimed": null, "accounted": null,
    "caveat": "c", "propensities": {"epsilon": 1, "epsilon_all_runs": 1.5,
    "caveat": "one sum"}}})");
  const ReportSection section = privacy_section(data);
  CHECK(tables_in(section)[0].label == "privacy");
  CHECK(rows_in(tables_in(section)[0])[0].starts_with(
      "x|none|unbounded||unbounded|-|-|-|1|1.5|"));
  CHECK(spoken_in(section) == "none: c\npropensities: one sum\n");
}

TEST_CASE("without an account there is no section") {
  CHECK(privacy_section(data_of_runs({"a", "b"})).blocks.empty());
}

TEST_CASE("only an account with a mechanism has a line in the terminal") {
  const auto label = [](const char* mechanism, bool two) {
    ReportData data = data_of_runs(two ? Texts{"a", "b"} : Texts{"a"});
    for (ReportFiles& files : data.files)
      files.summary = {{"privacy", {{"mechanism", mechanism}}}};
    return tables_in(privacy_section(data))[0].label;
  };
  CHECK(label("gauss", false) == "privacy");
  CHECK(label("none", false) == "");
  CHECK(label("gauss", true) == "");
}

TEST_CASE("results outside the account are named, each once") {
  ReportData data = data_of_runs({"a", "b"});
  for (ReportFiles& files : data.files)
    files.summary = parse_json(
        R"({"privacy": {"mechanism": "m",
      "unprotected": ["clicks", "clients.csv"], "lying_server": ""}})");
  CHECK(spoken_in(privacy_section(data)) ==
        "written outside this account: clicks; clients.csv\n");
  data.files[0].summary["privacy"]["unprotected"] = Json::array();
  data.files[1].summary["privacy"]["unprotected"] = "clicks";
  CHECK(spoken_in(privacy_section(data)) == "");
}

}  // namespace fedltr::privacy_section_test
