// Learning curves of a silo, from results made by hand.
#include "app/results/chart.hpp"
#include "app/results/silo_files.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"
#include "tests/support/xml.hpp"

namespace fedltr::silo_curves_test {
using namespace fedltr::test;

namespace {

/// Two parties' curves of `local` and `global`.
SiloPoint curved_point() {
  SiloPoint point = small_silo_point();
  point.runs[0].methods.at("local").curve =
      Matrix{{0, 0, 0.25}, {0, 10, 0.5}, {1, 0, 0.125}};
  point.runs[0].methods.at("global").curve = Matrix{{0, 0, 0.75}, {0, 20, 1}};
  return point;
}

}  // namespace

TEST_CASE("curves.csv has a row per method, party and iteration") {
  const SiloPoint point = curved_point();
  CHECK(text_of(silo_curves_csv_file(), SiloResults{point, Timing()}) ==
        "repeat,party,method,iteration,ndcg@10\n"
        "1,0,local,0,0.25\n1,0,local,10,0.5\n1,1,local,0,0.125\n"
        "1,0,global,0,0.75\n1,0,global,20,1\n");
}

TEST_CASE("each party has a picture with a curve a method") {
  const SiloPoint point = curved_point();
  const auto pictures =
      written(silo_curves_svg_file(), SiloResults{point, Timing()});
  REQUIRE(pictures.size() == 2);
  const std::string& first = pictures.at("curves-p0.svg");
  CHECK(xml_fault(first) == "");
  has(first, ">tiny: party 0</text>");
  has(first, ">local</text>");
  has(first, ">global</text>");
  const Chart chart("", Axis(0, 20), Axis(0.25, 1));
  has(first, chart.path({{0, 0.25}, {10, 0.5}}));
  has(first, chart.path({{0, 0.75}, {20, 1}}));
  CHECK(pictures.at("curves-p1.svg").find(">global<") == std::string::npos);
}

TEST_CASE("without curves nothing is written of them") {
  const SiloPoint point = small_silo_point();
  CHECK(written(silo_curves_csv_file(), SiloResults{point, Timing()}).empty());
  CHECK(written(silo_curves_svg_file(), SiloResults{point, Timing()}).empty());
}

}  // namespace fedltr::silo_curves_test
