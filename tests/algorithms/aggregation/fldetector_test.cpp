#include "algorithms/aggregation/fldetector.hpp"

#include <cmath>

#include <doctest/doctest.h>

namespace fedltr::fldetector_test {

TEST_CASE("an upper cluster begins above all of the lower one") {
  const double from = upper_cluster({0.1, 5, 0.2, 5.1, 0.15, 0.12}, 1, 1);
  // Distances from the least value, 0.1.
  CHECK(from > 0.2 - 0.1);
  CHECK(from <= 5 - 0.1);
}

TEST_CASE("an upper cluster does not depend on where or how wide values lie") {
  const std::vector<double> values = {0.1, 5, 0.2, 5.1, 0.15, 0.12};
  std::vector<double> moved = values;
  for (double& value : moved) value = 8 * value + 64;
  CHECK(upper_cluster(moved, 1, 1) ==
        doctest::Approx(8 * upper_cluster(values, 1, 1)));
}

TEST_CASE("equal scores are one cluster") {
  CHECK(std::isinf(upper_cluster({3, 3, 3, 3, 3}, 1, 1)));
}

}  // namespace fedltr::fldetector_test
