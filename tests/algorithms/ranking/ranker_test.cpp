#include "algorithms/ranking/ranker.hpp"

#include <doctest/doctest.h>

namespace fedltr::ranker_test {
namespace {

const RankerShape kShape{5, 3};

Matrix random_features(Index documents) {
  Rng rng(1, Purpose::kTest, 9);
  Matrix features(documents, kShape.features);
  for (double& value : features.reshaped<Eigen::RowMajor>())
    value = rng.normal();
  return features;
}

}  // namespace

TEST_CASE("every ranker's gradient is that of its score, by differences") {
  const Matrix features = random_features(4);
  const std::vector<Index> documents = {3, 1};
  const std::vector<double> weights = {2, -0.5};
  for (const auto& method : rankers()) {
    CAPTURE(method.name);
    const auto ranker = method.make(kShape);
    Rng rng(2, Purpose::kTest);
    Vector at(ranker->size());
    for (double& value : at) value = rng.normal();
    Vector gradient = Vector::Zero(ranker->size());
    ranker->gradient_step(at, features, documents, weights, gradient);
    const auto value = [&](Index i, double step) {
      Vector moved = at;
      moved(i) += step;
      Vector scores(4);
      ranker->score(moved, features, scores);
      return 2 * scores(3) - 0.5 * scores(1);
    };
    for (Index i = 0; i < ranker->size(); ++i)
      CHECK(gradient(i) ==
            doctest::Approx((value(i, 1e-6) - value(i, -1e-6)) / 2e-6)
                .epsilon(1e-6)
                .scale(1));
  }
}

TEST_CASE("every ranker scores several models as it scores each") {
  const Matrix features = random_features(7);
  for (const auto& method : rankers()) {
    CAPTURE(method.name);
    const auto ranker = method.make(kShape);
    Matrix models(3, ranker->size());
    Rng rng(3, Purpose::kTest);
    for (double& value : models.reshaped<Eigen::RowMajor>())
      value = rng.normal();
    Matrix together(3, 7);
    ranker->score_many(models, features, together);
    for (Index m = 0; m < 3; ++m) {
      Vector alone(7);
      ranker->score(models.row(m).transpose(), features, alone);
      CHECK((together.row(m).transpose() - alone).norm() <=
            1e-12 * alone.norm());
    }
  }
}

TEST_CASE("every ranker's file layout holds each parameter once") {
  for (const auto& method : rankers()) {
    CAPTURE(method.name);
    const auto ranker = method.make(kShape);
    const Vector numbered =
        Vector::LinSpaced(ranker->size(), 1, double(ranker->size()));
    Vector published = ranker->published(numbered);
    std::ranges::sort(published);
    CHECK(published == numbered);
  }
}

TEST_CASE("a start is zero, or what the ranker draws") {
  for (const auto& method : rankers()) {
    CAPTURE(method.name);
    const auto ranker = method.make(kShape);
    Rng rng(1, Purpose::kTest);
    Rng same(1, Purpose::kTest);
    CHECK(initial_parameters(*ranker, Initial::kZero, rng) ==
          Vector::Zero(ranker->size()));
    const Vector drawn = initial_parameters(*ranker, Initial::kNormal, rng);
    CHECK(drawn == ranker->draw_initial(same));
    CHECK(drawn.norm() > 0);
  }
}

}  // namespace fedltr::ranker_test
