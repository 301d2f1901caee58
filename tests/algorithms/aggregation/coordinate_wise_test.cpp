#include "algorithms/aggregation/coordinate_wise.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::coordinate_wise_test {

TEST_CASE("the coordinate-wise median is that of each column's sort") {
  Rng rng(1, Purpose::kTest);
  for (const Index clients : {1, 2, 3, 8, 17, 100}) {
    Matrix models(clients, 5);
    for (double& value : models.reshaped<Eigen::RowMajor>())
      value = double(rng.below(20));  // with ties
    const Vector median = median_of_rows(models);
    for (Index j = 0; j < 5; ++j) {
      Vector column = models.col(j);
      std::ranges::sort(column);
      CHECK(median(j) == (column((clients - 1) / 2) + column(clients / 2)) / 2);
    }
  }
}

TEST_CASE("a median of models need not be one of them") {
  const Matrix models{{0, 0, 1}, {0, 1, 0}, {1, 0, 0}};
  CHECK(median_of_rows(models) == Vector::Zero(3));
}

}  // namespace fedltr::coordinate_wise_test
