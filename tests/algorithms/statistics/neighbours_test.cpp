#include "algorithms/statistics/neighbours.hpp"

#include <doctest/doctest.h>

namespace fedltr::neighbours_test {

TEST_CASE(
    "kinds that lie apart have only own neighbours, while there are any") {
  const Matrix points{{0, 0}, {0, 1}, {1, 0}, {9, 9}, {9, 8}, {8, 9}};
  CHECK(own_neighbours(points, 3, 2) == 1);
  CHECK(own_neighbours(points, 3, 3) == doctest::Approx(2.0 / 3));
  CHECK(own_neighbours(points, 3, 50) == doctest::Approx(2.0 / 5));
}

TEST_CASE("pairs of one kind have own neighbours, mixed pairs none") {
  const Matrix points{{0.0}, {0.1}, {10.0}, {10.1}};
  CHECK(own_neighbours(points, 2, 1) == 1);
  const Matrix swapped{{0.0}, {10.0}, {0.1}, {10.1}};
  CHECK(own_neighbours(swapped, 2, 1) == 0);
}

TEST_CASE("the first of equally near points counts") {
  const Matrix points{{0.0}, {1.0}, {-1.0}};
  // Row 0 takes row 1, of its kind; rows 1 and 2 take row 0.
  CHECK(own_neighbours(points, 2, 1) == doctest::Approx(2.0 / 3));
  CHECK(own_neighbours(points, 1, 1) == 0);
}

}  // namespace fedltr::neighbours_test
