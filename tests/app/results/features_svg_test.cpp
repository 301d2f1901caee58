#include "algorithms/core/rng.hpp"
#include "app/results/silo_files.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"
#include "tests/support/xml.hpp"

namespace fedltr::features_svg_test {
using namespace fedltr::test;

namespace {

std::string picture_of(const SiloPoint& point) {
  const std::string svg =
      text_of(features_svg_file(), SiloResults{point, Timing()});
  CHECK(xml_fault(svg) == "");
  return svg;
}

std::size_t circles(const std::string& svg, const std::string& colour) {
  const std::string circle = "r=\"2.6\" fill=\"" + colour + "\"";
  std::size_t count = 0;
  for (std::size_t at = svg.find(circle); at != svg.npos;
       at = svg.find(circle, at + 1))
    ++count;
  return count;
}

/// Points along one direction, with small deviations.
SiloPoint point_with(Index points, Index local) {
  SiloPoint point = small_silo_point();
  Matrix& features = point.runs[0].points;
  features = Matrix::Zero(points, kTextFeatures);
  for (Index i = 0; i < points; ++i) {
    features(i, 0) = static_cast<double>(i);
    features(i, 5) = i % 2 == 0 ? 0.5 : -0.5;
  }
  point.runs[0].local_points = local;
  return point;
}

}  // namespace

TEST_CASE("own and others' instances are circles of their own colours") {
  const std::string svg = picture_of(point_with(7, 2));
  CHECK(circles(svg, "#1b6ca8") == 2);
  CHECK(circles(svg, "#d95f02") == 5);
  has(svg, ">own instances, exact</text>");
  has(svg, ">cross-party instances, sketched</text>");
  CHECK(circles(picture_of(point_with(7, 0)), "#1b6ca8") == 0);
  CHECK(circles(picture_of(point_with(7, 7)), "#d95f02") == 0);
}

TEST_CASE("axes show how much of the variance they have") {
  // The variance of 0 ... 3 is 5/4, of the halves 1/4; they are correlated:
  // [[1.25, -.25], [-.25, .25]] has the eigenvalues .75 +- sqrt(.3125).
  const std::string svg = picture_of(point_with(4, 1));
  has(svg, ">principal axis 1 (87% of the variance)</text>");
  has(svg, ">principal axis 2 (13% of the variance)</text>");
}

TEST_CASE("instances that do not differ are in one place, and no fault") {
  SiloPoint point = point_with(5, 2);
  point.runs[0].points.setConstant(3);
  const std::string svg = picture_of(point);
  has(svg, "principal axis 1 (0% of the variance)");
  CHECK(svg.find("nan") == std::string::npos);
}

TEST_CASE("only the first repeat has instances, and one picture is written") {
  SiloPoint point = point_with(5, 2);
  point.runs.push_back(small_silo_repeat(2));
  CHECK(written(features_svg_file(), SiloResults{point, Timing()}).size() == 1);
  point.runs[0].points = Matrix();
  CHECK(written(features_svg_file(), SiloResults{point, Timing()}).empty());
}

}  // namespace fedltr::features_svg_test
