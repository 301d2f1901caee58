#include "algorithms/statistics/pca.hpp"

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::pca_test {

TEST_CASE("principal axes are those worked by hand") {
  // Along (3, 4) / 5 and, half as far, across it; around (10, 20).
  const Matrix points{{13, 24}, {7, 16}, {8, 21.5}, {12, 18.5}};
  const PrincipalAxes found = principal_axes(points, 2);
  CHECK(found.mean.isApprox(Vector{{10, 20}}));
  CHECK(found.axes.isApprox(Matrix{{0.6, 0.8}, {0.8, -0.6}}));
  CHECK(found.shares.isApprox(Vector{{0.8, 0.2}}));
  CHECK(found.project(points).isApprox(
      Matrix{{5, 0}, {-5, 0}, {0, -2.5}, {0, 2.5}}));
}

TEST_CASE("all axes together keep every distance") {
  Rng rng(1, Purpose::kTest);
  Matrix points(30, 6);
  for (double& value : points.reshaped()) value = rng.normal();
  const PrincipalAxes all = principal_axes(points, 6);
  const Matrix turned = all.project(points);
  CHECK(all.shares.sum() == doctest::Approx(1));
  for (Index i = 1; i < points.rows(); ++i)
    CHECK((points.row(i) - points.row(0)).norm() ==
          doctest::Approx((turned.row(i) - turned.row(0)).norm()));
  // Fewer axes are the first of them.
  CHECK(principal_axes(points, 2).axes == all.axes.topRows(2));
}

TEST_CASE("points in one place have axes, but no variance") {
  const PrincipalAxes found = principal_axes(Matrix::Ones(3, 2), 2);
  CHECK(found.shares == Vector::Zero(2));
  CHECK(found.project(Matrix::Ones(1, 2)).isZero());
  CHECK_THROWS_AS(principal_axes(Matrix::Ones(1, 2), 1), std::invalid_argument);
  CHECK_THROWS_AS(principal_axes(Matrix::Ones(3, 2), 3), std::invalid_argument);
}

TEST_CASE("the main direction of points on a line is the line") {
  // 0, 3 and 6 steps of (1, 2, 2, 0), whose length is 3: -9, 0 and 9 about the
  // mean.
  Matrix points(3, 4);
  points << 1, 1, 1, 1, 4, 7, 7, 1, 7, 13, 13, 1;
  const Vector places = main_direction(points);
  CHECK(places(1) == doctest::Approx(0));
  CHECK(places(0) == doctest::Approx(-places(2)));
  CHECK(places.norm() == doctest::Approx(1));
}

}  // namespace fedltr::pca_test
