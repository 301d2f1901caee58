#include "app/study/federation_results.hpp"

#include <doctest/doctest.h>

namespace fedltr::federation_results_test {

TEST_CASE("the runs to compare with are those of the honest point, or none") {
  FinishedRuns finished(2);
  finished[1].resize(3);
  Point point;
  CHECK(honest_runs(point, finished).empty());
  point.honest = 1;
  CHECK(honest_runs(point, finished).size() == 3);
}

}  // namespace fedltr::federation_results_test
