#include <doctest/doctest.h>

#include "tests/app/report/report_support.hpp"

namespace fedltr::learning_section_test {
using namespace fedltr::test;

namespace {

std::vector<CurvePoint> curve_to(double last) {
  return {{0, 0, 0.25, 0.25, 0.25}, {1, 4, last, last, last}};
}

}  // namespace

TEST_CASE("runs that share a figure have a curve each, without baselines") {
  ReportData data = data_of_runs({"a", "b"});
  for (ReportFiles& files : data.files)
    files.curves["m"] = files.honest["m"] = files.retrained["m"] =
        curve_to(0.5);
  const ReportSection section = learning_section(data);
  const auto figures = figures_in(section);
  REQUIRE(figures.size() == 1);
  CHECK(figures[0].title == "m");
  CHECK(figures[0].x == "round");
  CHECK(figures[0].other == "interactions");
  CHECK_FALSE(figures[0].small);
  REQUIRE(figures[0].curves.size() == 2);
  CHECK(figures[0].curves[1].name == "b");
  CHECK(figures[0].curves[1].points[1].mean == 0.5);
  CHECK_FALSE(contains(spoken_in(section), "Offline metrics"));
}

TEST_CASE("a metric without a curve has no figure, online ones a remark") {
  ReportData data = data_of_runs({"a"});
  data.runs[0].metrics = {"m", "n", "online_m"};
  data.files[0].curves["n"] = {};
  CHECK(learning_section(data).blocks.empty());
  data.files[0].curves["online_m"] = curve_to(1);
  const ReportSection section = learning_section(data);
  REQUIRE(figures_in(section).size() == 1);
  CHECK(figures_in(section)[0].title == "online_m");
  CHECK(contains(spoken_in(section), "online ones of the lists"));
}

TEST_CASE("only the first metric of a grid has figures, small ones") {
  ReportData data = data_of_runs({"1", "2", "3", "4", "5", "6", "7", "8", "9"});
  for (std::size_t r = 0; r < 9; ++r) {
    data.runs[r].metrics = {"m", "n"};
    data.files[r].curves["m"] = data.files[r].curves["n"] = curve_to(0.5);
  }
  const auto figures = figures_in(learning_section(data));
  REQUIRE(figures.size() == 2);
  CHECK(figures[0].title == "m; runs 1 to 8");
  CHECK(figures[0].curves.size() == 8);
  CHECK(figures[1].title == "m; runs 9 to 9");
  CHECK(figures[1].small);
}

TEST_CASE("a silo's methods are curves by iteration, eight at most") {
  ReportData data = data_of_runs({"a", "b"});
  for (int i = 0; i < 10; ++i)
    data.files[1].methods["method " + std::to_string(i)] = curve_to(0.1 * i);
  const auto figures = figures_in(learning_section(data));
  REQUIRE(figures.size() == 1);
  CHECK(figures[0].title == "m; b");
  CHECK(figures[0].x == "iteration");
  CHECK(figures[0].other == "");
  REQUIRE(figures[0].curves.size() == 8);
  CHECK(figures[0].curves[7].name == "method 7");
}

TEST_CASE("curves of too many runs are left out, with the reason") {
  ReportData data = data_of_runs({"x"});
  data.runs.resize(201, data.runs[0]);
  data.files.resize(201);
  data.files[0].curves["m"] = {{0, 0, 1, 1, 1}};
  const ReportSection section = learning_section(data);
  CHECK(section.blocks.size() == 1);
  CHECK(spoken_in(section).find("Curves of 201 runs") != std::string::npos);
}

TEST_CASE("a single run's figure has its baselines") {
  ReportData data = data_of_runs({"x"});
  const std::vector<CurvePoint> points = {{0, 0, 0.5, 0.5, 0.5}};
  data.files[0].curves["m"] = points;
  data.files[0].honest["m"] = points;
  data.files[0].retrained["m"] = points;
  const auto figures = figures_in(learning_section(data));
  REQUIRE(figures.size() == 1);
  REQUIRE(figures[0].curves.size() == 3);
  CHECK(figures[0].curves[0].name == "x");
  CHECK(figures[0].curves[1].name == "everybody honest");
  CHECK(figures[0].curves[2].name == "retrained");
}

TEST_CASE("a run with a baseline's name keeps a curve of its own") {
  ReportData data = data_of_runs({"retrained"});
  data.files[0].curves["m"] = curve_to(0.5);
  data.files[0].retrained["m"] = curve_to(1);
  const auto figures = figures_in(learning_section(data));
  REQUIRE(figures.size() == 1);
  REQUIRE(figures[0].curves.size() == 2);
  CHECK(figures[0].curves[0].name == "retrained");
  CHECK(figures[0].curves[1].name == "retrained_");
}

TEST_CASE("200 runs are drawn, the words come before their figures") {
  ReportData data = data_of_runs(Texts(200, "x"));
  data.files[199].curves["m"] = curve_to(0.5);
  const ReportSection section = learning_section(data);
  REQUIRE(section.blocks.size() == 2);
  CHECK(std::holds_alternative<Paragraph>(section.blocks[0]));
  CHECK(figures_in(section)[0].curves.size() == 1);
}

}  // namespace fedltr::learning_section_test
