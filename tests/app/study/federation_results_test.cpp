#include "app/study/federation_results.hpp"

#include <doctest/doctest.h>

#include "tests/support/scenario.hpp"

namespace fedltr::federation_results_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

Point point_in(const fs::path& folder) {
  Point point;
  point.folder = folder;
  return point;
}

}  // namespace

TEST_CASE("the runs to compare with are those of the honest point, or none") {
  FinishedRuns finished(2);
  finished[1].resize(3);
  Point point;
  CHECK(honest_runs(point, finished).empty());
  point.honest = 1;
  CHECK(honest_runs(point, finished).size() == 3);
}

TEST_CASE("points without a finished run leave no folder") {
  const TemporaryFolder folder;
  const std::vector<Point> points = {point_in(folder / "a")};
  CHECK(write_points(points, FinishedRuns(1), {}, Timing()).empty());
  CHECK_FALSE(fs::exists(folder / "a"));
}

}  // namespace fedltr::federation_results_test
