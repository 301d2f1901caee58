#include "algorithms/ranking/rescaled.hpp"

#include <doctest/doctest.h>

#include "algorithms/ranking/neural.hpp"

namespace fedltr::rescaled_test {
namespace {

FeatureScale scale_of(std::vector<double> means,
                      std::vector<double> deviations) {
  return {Eigen::Map<Vector>(means.data(), std::ssize(means)),
          Eigen::Map<Vector>(deviations.data(), std::ssize(deviations))};
}

/// Features as one scale and as another bring them to the ranker.
Matrix normalised(Matrix raw, const FeatureScale& scale) {
  Normalizer{Normalize::kZscore, std::make_shared<FeatureScale>(scale)}.apply(
      raw);
  return raw;
}

Matrix raw_documents() {
  Matrix raw(4, 3);
  raw << 1, -2, 7, 4, 0, 7, -3, 5, 7, 2, 2, 7;
  return raw;
}

const FeatureScale kThere = scale_of({0.5, 1, 3}, {2, 0.25, 4});
const FeatureScale kHere = scale_of({-1, 2, 7}, {0.5, 3, 0});

}  // namespace

TEST_CASE("a linear model orders documents as by the other scale") {
  Vector weights(3);
  weights << 0.3, -0.2, 0.7;
  const Vector moved = rescaled(weights, 0, kThere, kHere);
  const Vector before = normalised(raw_documents(), kThere) * weights;
  const Vector after = normalised(raw_documents(), kHere) * moved;
  const double constant = before(0) - after(0);
  for (Index i = 1; i < 4; ++i)
    CHECK(before(i) == doctest::Approx(after(i) + constant));
  CHECK(moved(0) == doctest::Approx(0.3 * 0.5 / 2));
  // A feature that the model was never shown has no weight.
  CHECK(rescaled(weights, 0, kHere, kThere)(2) == 0);
}

TEST_CASE("a neural model gives the same scores as by the other scale") {
  const NeuralRanker ranker(3, 2, Activation::kSigmoid);
  Rng rng(7, Purpose::kTest);
  const Vector published = ranker.published(ranker.draw_initial(rng));
  const auto scores = [&](const Vector& model, const FeatureScale& scale) {
    const Matrix features = normalised(raw_documents(), scale);
    Vector result(4);
    ranker.score(ranker.from_published(model), features, result);
    return result;
  };
  const Vector before = scores(published, kThere);
  const Vector after = scores(rescaled(published, 2, kThere, kHere), kHere);
  for (Index i = 0; i < 4; ++i) CHECK(before(i) == doctest::Approx(after(i)));
}

TEST_CASE("equal scales leave the bits as they are") {
  Vector weights(3);
  weights << 0.1, -1.0 / 3, 1e-300;
  CHECK(rescaled(weights, 0, kThere, kThere) == weights);
  Vector network(10);
  for (Index i = 0; i < 10; ++i) network(i) = 1.0 / static_cast<double>(i + 3);
  CHECK(rescaled(network, 2, kThere, kThere) == network);
  CHECK_THROWS_AS(rescaled(network, 3, kThere, kThere), std::invalid_argument);
}

}  // namespace fedltr::rescaled_test
