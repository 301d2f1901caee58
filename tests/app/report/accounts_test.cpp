#include <cmath>

#include <doctest/doctest.h>

#include "tests/app/report/report_support.hpp"

namespace fedltr::accounts_test {
using namespace fedltr::test;

// Sections that report the values of a run's files: clients, faults, privacy,
// cost and manifest.

TEST_CASE("clients are ordered from the worst to the best at their shares") {
  ReportData data = data_of_runs({"x"});
  data.files[0].summary = parse_json(R"({"clients": {"metric": "m",
    "mean": 0.5, "std": 0.25, "worst_tenth": 0.125, "worst": 0, "n": 1234}})");
  data.files[0].own = {0, 0.25, 0.5, 1};
  const ReportSection section = clients_section(data);
  CHECK(rows_in(tables_in(section)[0]) ==
        Texts{"x|m|0.5000|0.2500|0.1250|0.0000|1,234"});
  const auto figures = figures_in(section);
  REQUIRE(figures.size() == 1);
  CHECK(figures[0].y == "m");
  const auto& points = figures[0].curves[0].points;
  // Each of four clients is in the middle of its quarter.
  REQUIRE(points.size() == 4);
  CHECK(points[0].at == 0.125);
  CHECK(points[1].at == 0.375);
  CHECK(points[3].at == 0.875);
  CHECK(points[1].mean == 0.25);
  CHECK(points[1].low == points[1].high);
}

TEST_CASE("a figure of clients has at most eight runs, with a note") {
  ReportData data = data_of_runs({"1", "2", "3", "4", "5", "6", "7", "8", "9"});
  for (ReportFiles& files : data.files) files.own = {0.5};
  // No table, no figure.
  CHECK(clients_section(data).blocks.empty());
  data.files[3].summary = parse_json(R"({"clients": {"n": 1}})");
  const ReportFigure figure = figures_in(clients_section(data))[0];
  CHECK(figure.curves.size() == 8);
  CHECK(figure.note == "The first eight runs.");
  CHECK(rows_in(tables_in(clients_section(data))[0]) == Texts{"4||-|-|-|-|1"});
  data.files[0].own.clear();  // eight remain, and all are shown
  data.runs.pop_back();
  data.files.pop_back();
  CHECK(figures_in(clients_section(data))[0].note == "");
}

TEST_CASE("updates that were not used are shown where there were any") {
  ReportData data = data_of_runs({"calm", "faulty", "refused", "late"});
  data.files[0].summary = parse_json(R"({"refused": 0})");
  data.files[1].summary = parse_json(R"({"refused": 2, "faults": {
    "dropouts": 1, "crashes": 2, "late": 3, "stale": 4, "lost": 5,
    "corrupt": 6, "unused_rounds": 7000}})");
  data.files[2].summary = parse_json(R"({"refused": 1})");
  data.files[3].totals["dropped"] = 12345;
  const ReportSection section = faults_section(data);
  REQUIRE(section.blocks.size() == 1);
  CHECK(rows_in(tables_in(section)[0]) == Texts{"faulty|2|0|1|2|3|4|5|6|7,000",
                                                "refused|1|0|-|-|-|-|-|-|-",
                                                "late|-|12,345|-|-|-|-|-|-|-"});
}

TEST_CASE("totals that are no numbers are no faults") {
  ReportData data = data_of_runs({"x"});
  data.files[0].totals["dropped"] = std::nan("");
  data.files[0].summary = parse_json(R"({"refused": "many", "faults": []})");
  CHECK(faults_section(data).blocks.empty());
}

TEST_CASE("the cost has a row for every run, whatever is known") {
  ReportData data = data_of_runs({"a", "b"});
  data.files[1].timing = parse_json(R"({"wall_seconds": 9999.7,
    "cpu_seconds": 0.0625, "interactions_per_second": 1e16, "threads": 4,
    "peak_memory_bytes": 1500000000})");
  data.files[1].totals = {
      {"interactions", 0}, {"bytes_up", 1e6}, {"bytes_down", std::nan("")}};
  CHECK(rows_in(tables_in(cost_section(data))[0]) ==
        Texts{"a|-|-|-|-|-|-|-|-",
              "b|10,000|0.0625|1e+16|4|1,500|0|1,000,000|-"});
}

TEST_CASE("numbers of four digits never become powers of ten") {
  CHECK(number_text(9999) == "9,999");
  CHECK(number_text(9999.4) == "9999");
  CHECK(number_text(9999.5) == "10,000");
  CHECK(number_text(10000.4) == "10,000");
  CHECK(number_text(999.96) == "1000");
  CHECK(number_text(0) == "0");
  CHECK(number_text(-3) == "-3");
  CHECK(number_text(0.5) == "0.5");
}

TEST_CASE("a manifest without anything has its runs and keys alone") {
  const ReportSection section = manifest_section(data_of_runs({"a", "b"}));
  const auto tables = tables_in(section);
  REQUIRE(tables.size() == 2);
  CHECK(spoken_in(section) == "runs/a\nruns/b\n");
  CHECK(rows_in(tables[0]) == Texts{"a|runs/a||||", "b|runs/b||||"});
  CHECK_FALSE(tables[0].folded);
  CHECK(rows_in(tables[1]) == Texts{"run.name|by hand"});
}

TEST_CASE("a manifest of other types is shown as far as it can be read") {
  ReportData data = data_of_runs({"a"});
  data.files[0].manifest = parse_json(R"({"randomness": 3, "fedltr": 7,
    "commit": "c", "dependencies": {"caf": 0.17, "x": "1"},
    "data": [3, {"name": "n", "sha256": null}],
    "seeds": [{"fold": 2, "seed": "12"}, 5, {"repeat": 1, "seed": 7}]})");
  const auto tables = tables_in(manifest_section(data));
  REQUIRE(tables.size() == 5);
  CHECK(rows_in(tables[0]) == Texts{"a|runs/a||c||"});
  CHECK(rows_in(tables[1]) == Texts{"|", "n|"});
  CHECK(rows_in(tables[2]) == Texts{"caf|", "x|1"});
  CHECK(rows_in(tables[3]) == Texts{"2|-|-", "-|-|-", "-|1|7"});
  data.files[0].manifest =
      parse_json(R"({"dependencies": [], "data": {}, "seeds": {"seed": 1}})");
  CHECK(tables_in(manifest_section(data)).size() == 2);
}

}  // namespace fedltr::accounts_test
