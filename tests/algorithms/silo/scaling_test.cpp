#include "algorithms/silo/scaling.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::scaling_test {
namespace {

Matrix random(Index rows, Index columns) {
  Rng rng(1, Purpose::kTest);
  Matrix values(rows, columns);
  for (double& value : values.reshaped<Eigen::RowMajor>())
    value = 100 + 7 * rng.normal();
  return values;
}

}  // namespace

TEST_CASE("scaled features have mean 0 and deviation 1") {
  const Matrix features{{1, 5, 1000.1}, {3, 5, 1000.1}};
  CHECK(Scaling(FeatureMoments::of(features))
            .apply(features)
            .isApprox(Matrix{{-1, 0, 0}, {1, 0, 0}}));
  const Matrix many = random(50, 4);
  const Matrix scaled = Scaling(FeatureMoments::of(many)).apply(many);
  CHECK(scaled.colwise().mean().cwiseAbs().maxCoeff() < 1e-10);
  CHECK(scaled.colwise().squaredNorm().isApprox(
      Eigen::RowVectorXd::Constant(4, 50)));
}

TEST_CASE("a feature that never changes becomes 0, however many rows have it") {
  for (const Index rows : {1, 7, 1000, 30000, 300000})
    for (const double value : {2.7, 0.1, 1e-3, 1e6 + 0.1, -1.0 / 3}) {
      CAPTURE(rows);
      CAPTURE(value);
      const Matrix same = Matrix::Constant(rows, 1, value);
      CHECK(Scaling::of(same).apply(same).isZero(0));
      CHECK(Scaling(FeatureMoments::of(same)).apply(same).isZero(0));
      // Five parties round their sums, each for itself.
      std::vector<std::uint64_t> sum(ring_numbers(1));
      for (int party = 0; party < 5; ++party) {
        const auto ring = ring_of(FeatureMoments::of(same));
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += ring[i];
      }
      CHECK(Scaling(moments_of_ring(sum)).apply(same).isZero(0));
    }
}

TEST_CASE("a small deviation far from 0 is seen") {
  Rng rng(3, Purpose::kTest);
  for (const double mean : {0.0, 1.0, -1e3, 1e6}) {
    CAPTURE(mean);
    Matrix values(30000, 1);
    for (double& value : values.reshaped())
      value = mean + (rng.below(2) == 0 ? -0.5 : 0.5);
    const auto deviation = [&](const Scaling& scaling) {
      const Matrix scaled = scaling.apply(values);
      return std::sqrt(scaled.squaredNorm() / 30000);
    };
    CHECK(deviation(Scaling::of(values)) == doctest::Approx(1).epsilon(1e-9));
    const FeatureMoments moments = FeatureMoments::of(values);
    CHECK(deviation(Scaling(moments)) == doctest::Approx(1).epsilon(1e-2));
    CHECK(deviation(Scaling(moments_of_ring(ring_of(moments)))) ==
          doctest::Approx(1).epsilon(1e-2));
  }
  CHECK_THROWS_WITH(Scaling::of(Matrix(0, 2)), "scaling needs an instance");
}

TEST_CASE("summed moments are those of all together") {
  Matrix all = random(30, 3);
  all.col(1) *= -1e-4;
  all.col(2) *= 1e6;
  auto sum = ring_of(FeatureMoments::of(all.topRows(10)));
  REQUIRE(sum.size() == ring_numbers(3));
  const auto rest = ring_of(FeatureMoments::of(all.bottomRows(20)));
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += rest[i];
  CHECK(are_moments(sum, 2));
  CHECK(Scaling(moments_of_ring(sum))
            .apply(all)
            .isApprox(Scaling(FeatureMoments::of(all)).apply(all), 1e-9));
  CHECK_THROWS_AS((void)ring_of({1, Vector{{0x1p63}}, Vector{{1.0}}}),
                  std::invalid_argument);
  CHECK_THROWS_WITH(Scaling(FeatureMoments::of(Matrix(0, 2))),
                    "scaling needs an instance");
}

TEST_CASE("sums that no parties have are known as such") {
  const auto good = ring_of(FeatureMoments::of(random(30, 2)));
  CHECK(are_moments(good, 1));
  CHECK(are_moments(good, 31));  // some have no instance
  CHECK_FALSE(are_moments(ring_of(FeatureMoments::of(Matrix(0, 2))), 1));
  for (std::size_t i = 0; i < good.size(); ++i) {
    auto bad = good;
    bad[i] ^= std::uint64_t{1} << 63;  // as masks that do not cancel
    CHECK_FALSE(are_moments(bad, 1));
  }
  auto squares = good;
  squares[ring_numbers(2) - 2] = 0;  // below the square of the mean
  CHECK_FALSE(are_moments(squares, 1));
}

TEST_CASE("folded scores are the scaled features' scores") {
  Matrix features = random(20, 3);
  features.col(1).setConstant(2);
  const Scaling scaling(FeatureMoments::of(features));
  const Matrix scores{{1, 2, 3, 4}, {-1, 0.5, 0, 2}};
  const auto of = [](const Matrix& weights, const Matrix& instances) {
    return Matrix((instances * weights.leftCols(3).transpose()).rowwise() +
                  weights.col(3).transpose());
  };
  CHECK(of(scaling.folded(scores), features)
            .isApprox(of(scores, scaling.apply(features))));
  CHECK(Scaling(3).folded(scores) == scores);
  CHECK_THROWS_AS(scaling.folded(Matrix::Ones(2, 3)), std::invalid_argument);
}

}  // namespace fedltr::scaling_test
