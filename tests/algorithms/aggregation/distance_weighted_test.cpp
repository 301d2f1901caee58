#include "algorithms/aggregation/distance_weighted.hpp"

#include <numeric>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::distance_weighted_test {
namespace {

double summed_distance(const Matrix& models, const Vector& point) {
  return (models.rowwise() - point.transpose()).rowwise().norm().sum();
}

}  // namespace

TEST_CASE("no point nearby has less summed distance than the median") {
  Rng rng(1, Purpose::kTest);
  Matrix models(9, 4);
  for (double& value : models.reshaped<Eigen::RowMajor>()) value = rng.normal();
  std::vector<double> weights(9);
  const Vector median = geometric_median(models, weights);
  const double least = summed_distance(models, median);
  for (int trial = 0; trial < 100; ++trial) {
    Vector step(4);
    for (double& value : step) value = rng.normal();
    for (const double length : {1e-3, 1e-1, 1.0})
      CHECK(summed_distance(models, median + length * step.normalized()) >=
            least - 1e-7);
  }
}

TEST_CASE("the geometric median is the models' mean by its weights") {
  const Matrix models{{0, 0}, {4, 0}, {0, 3}, {50, 60}};
  std::vector<double> weights(4);
  const Vector median = geometric_median(models, weights);
  CHECK(std::accumulate(weights.begin(), weights.end(), 0.0) ==
        doctest::Approx(1));
  const Eigen::Map<const Vector> by_model(weights.data(), 4);
  CHECK((models.transpose() * by_model - median).norm() < 1e-6);
  // The farthest model has the smallest weight.
  CHECK(weights[3] == *std::ranges::min_element(weights));
}

TEST_CASE("models that agree are their own median") {
  std::vector<double> weights(3);
  const Matrix same = Vector{{1, -2}}.transpose().replicate(3, 1);
  CHECK((geometric_median(same, weights) - Vector{{1, -2}}).norm() < 1e-12);
  for (const double weight : weights) CHECK(weight == 1.0 / 3);
}

}  // namespace fedltr::distance_weighted_test
