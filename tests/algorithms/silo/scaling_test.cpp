#include "algorithms/silo/scaling.hpp"

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

using namespace fedltr;

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

TEST_CASE("summed moments are those of all together") {
  const Matrix all = random(30, 3);
  FeatureMoments sum = FeatureMoments::of(all.topRows(10));
  sum += FeatureMoments::of(all.bottomRows(20));
  CHECK(Scaling(sum).apply(all).isApprox(
      Scaling(FeatureMoments::of(all)).apply(all)));
  FeatureMoments none;
  none += sum;
  CHECK(none.sums == sum.sums);
  CHECK_THROWS_AS(sum += FeatureMoments::of(Matrix::Ones(2, 2)),
                  std::invalid_argument);
  CHECK_THROWS_WITH(Scaling(FeatureMoments::of(Matrix(0, 2))),
                    "scaling needs an instance");
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
