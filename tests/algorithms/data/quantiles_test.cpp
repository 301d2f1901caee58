#include "algorithms/data/quantiles.hpp"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "algorithms/data/letor.hpp"
#include "algorithms/data/normalize.hpp"

namespace fedltr::quantiles_test {
using Labels = std::vector<std::uint8_t>;

namespace {

Dataset one_feature(const std::vector<double>& values) {
  Dataset data(1);
  data.add_query("a", values, Labels(values.size(), 0));
  return data;
}

}  // namespace

TEST_CASE(
    "levels are scikit-learn's, by hand: ties, gaps, and what is beyond") {
  // QuantileTransformer(n_quantiles=6).fit([[0], [0], [0], [1], [2], [2]]).
  const std::vector<double> six = {0, 0, 0, 1, 2, 2};
  CHECK(fit_quantiles(one_feature({2, 0, 1, 0, 2, 0})) ==
        Matrix{{0, 0, 0, 1, 2, 2}});
  CHECK(quantile_level(six, 0) == 0);  // the least, whatever its ties
  CHECK(quantile_level(six, -5) == 0);
  CHECK(quantile_level(six, 0.5) == doctest::Approx(0.5));  // .4 to .6
  CHECK(quantile_level(six, 1) == doctest::Approx(0.6));
  CHECK(quantile_level(six, 1.5) == doctest::Approx(0.7));
  CHECK(quantile_level(six, 2) == 1);
  CHECK(quantile_level(six, 9) == 1);
  // The middle of equal ones within.
  const std::vector<double> tied = {0, 3, 3, 3, 4};
  CHECK(quantile_level(tied, 3) == doctest::Approx(0.5));
  const std::vector<double> constant = {7, 7, 7};
  for (const double x : {6.0, 7.0, 8.0})
    CHECK(quantile_level(constant, x) == 0);
  const std::vector<double> alone = {7};
  CHECK(quantile_level(alone, 8) == 0);
}

TEST_CASE("a large set has 257 quantiles, interpolated as numpy does") {
  std::vector<double> values;
  for (int i = 999; i >= 0; --i) values.push_back(i * i);
  const Matrix quantiles = fit_quantiles(one_feature(values));
  REQUIRE(quantiles.cols() == 257);
  // numpy.quantile(numpy.arange(1000.)**2, k / 256)
  CHECK(quantiles(0, 0) == 0);
  CHECK(quantiles(0, 1) == doctest::Approx(15.31640625).epsilon(1e-12));
  CHECK(quantiles(0, 128) == doctest::Approx(249500.5).epsilon(1e-12));
  CHECK(quantiles(0, 256) == 998001);
  for (const double x : {10.0, 300.0, 77777.0, 998000.0})
    CHECK(quantile_level({quantiles.data(), 257}, x) ==
          doctest::Approx(std::sqrt(x) / 999).epsilon(0.02));
}

TEST_CASE("the whole range of doubles has levels") {
  const double most = std::numeric_limits<double>::max();
  const Matrix quantiles = fit_quantiles(one_feature({most, -most, 5e-324}));
  CHECK(quantiles == Matrix{{-most, 5e-324, most}});
  CHECK(quantile_level({quantiles.data(), 3}, most / 2) ==
        doctest::Approx(0.75));
  const std::vector<double> wide = {-most, most};
  CHECK(quantile_level(wide, 0) == 0.5);
}

TEST_CASE("quantile normalises by the training set, whatever the set's shape") {
  Dataset training(20);
  for (int query = 0; query < 40; ++query) {
    std::vector<double> values;
    for (int i = 0; i < 60; ++i)
      values.push_back(i % 20 == 3 ? 5 : std::sin(60 * query + i));
    training.add_query(std::to_string(query), values, Labels{0, 1, 0});
  }
  const auto scale = std::make_shared<const FeatureScale>(
      fit_scale(training, Normalize::kQuantile));
  CHECK(scale->means.size() == 0);
  REQUIRE(scale->quantiles.rows() == 20);
  REQUIRE(scale->quantiles.cols() == 120);
  Dataset data = training;
  const Normalizer normalizer{Normalize::kQuantile, scale};
  normalizer.apply(data);
  double sum = 0;
  for (Index query = 0; query < data.queries(); ++query) {
    const auto values = data.features_of(query);
    CHECK(values.minCoeff() >= 0);
    CHECK(values.maxCoeff() <= 1);
    CHECK(values.col(3).isZero());
    sum += values.col(19).sum();
  }
  CHECK(sum == doctest::Approx(60));  // levels 0 to 1 at equal steps
  Matrix other = Matrix::Constant(1, 20, 100);
  normalizer.apply(other);
  CHECK(other.row(0).sum() == 19);
}

}  // namespace fedltr::quantiles_test
