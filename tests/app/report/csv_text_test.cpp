#include <cmath>

#include <doctest/doctest.h>

#include "app/report/writers.hpp"
#include "tests/support/csv.hpp"

namespace fedltr::csv_text_test {
using namespace fedltr::test;

namespace {

const std::string kHostile = " a\"b,c\nd";

ReportFigure two_curves(const std::string& name) {
  return {"Fig",
          "round",
          "searches",
          "ndcg@10",
          {{name, {{0, 0, 0.25, 0.25, 0.25}, {10, 40, 0.5, 0.4, 0.6}}},
           {"flat", {{0, 0, 0.3, 0.3, 0.3}}}}};
}

/// A panel of two lines; the first has points at 1 and 3.
ReportPanels one_panel() {
  ReportPanels panels;
  panels.x = "round";
  panels.lines = {"a", "b"};
  panels.panels = {{"p", {{{1, 0, 0.5, 0.25, 0.75}, {3, 0, 1, 1, 1}}, {}}}};
  return panels;
}

}  // namespace

TEST_CASE("a table as CSV is its cells, whatever they are") {
  const ReportTable table{
      "T", {"rule", kHostile}, {{{kHostile}, {"<0.5> & 1"}}}};
  const auto rows = cells_of(report_csv(table));
  REQUIRE(rows.size() == 2);
  CHECK(rows[0] == std::vector<std::string>{"rule", kHostile});
  CHECK(rows[1] == std::vector<std::string>{kHostile, "<0.5> & 1"});
  CHECK(report_csv(ReportTable{"T", {"a", "b"}}) == "a,b\n");
}

TEST_CASE("a curve as CSV keeps names, both units and exact numbers") {
  ReportFigure figure = two_curves(kHostile);
  figure.curves[1].points[0].mean = 1.0 / 3;
  figure.curves[1].points[0].low = std::nan("");
  const auto rows = cells_of(report_csv(figure));
  REQUIRE(rows.size() == 4);
  CHECK(rows[0] == std::vector<std::string>{"curve", "round", "searches",
                                            "mean", "lower", "upper"});
  CHECK(rows[2] ==
        std::vector<std::string>{kHostile, "10", "40", "0.5", "0.4", "0.6"});
  CHECK(rows[3] == std::vector<std::string>{
                       "flat", "0", "0", "0.3333333333333333", "nan", "0.3"});
  figure.curves.clear();
  CHECK(report_csv(figure) == "curve,round,searches,mean,lower,upper\n");
}

TEST_CASE("panels as CSV have a row per point, names in place of numbers") {
  ReportPanels panels = one_panel();
  CHECK(report_csv(panels) ==
        "panel,line,round,mean,lower,upper\n"
        "p,a,1,0.5,0.25,0.75\np,a,3,1,1,1\n");
  panels.ticks = {"zero", "one", "two", "three, last"};
  panels.lines.clear();
  CHECK(report_csv(panels) ==
        "panel,line,round,mean,lower,upper\n"
        "p,,one,0.5,0.25,0.75\np,,\"three, last\",1,1,1\n");
  CHECK(report_csv(ReportPanels{}) == "panel,line,,mean,lower,upper\n");
}

TEST_CASE("published values stand in their places, alone if need be") {
  ReportPanels panels = one_panel();
  panels.panels[0].published = {{{0, 0.125}, {1, 0.25}, {2, 0.375}, {9, 0.5}},
                                {{5, 0.625}}};
  CHECK(report_csv(panels) ==
        "panel,line,round,mean,lower,upper,published\n"
        "p,a,0,nan,nan,nan,0.125\n"
        "p,a,1,0.5,0.25,0.75,0.25\n"
        "p,a,2,nan,nan,nan,0.375\n"
        "p,a,3,1,1,1,nan\n"
        "p,a,9,nan,nan,nan,0.5\n"
        "p,b,5,nan,nan,nan,0.625\n");
}

}  // namespace fedltr::csv_text_test
