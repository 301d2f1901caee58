#include "algorithms/ranking/ranker.hpp"

#include <array>
#include <cstring>
#include <limits>

#include <doctest/doctest.h>

#include "algorithms/core/wide.hpp"
#include "tests/support/gradient_step.hpp"

namespace fedltr::ranker_test {
namespace {

const RankerShape kShape{5, 3};

Matrix random_matrix(Index rows, Index columns) {
  Rng rng(1, Purpose::kTest, 9);
  Matrix matrix(rows, columns);
  for (double& value : matrix.reshaped<Eigen::RowMajor>()) value = rng.normal();
  return matrix;
}

bool same_bits(const Vector& one, const Vector& other) {
  if (one.size() == 0) return other.size() == 0;
  return one.size() == other.size() &&
         std::memcmp(one.data(), other.data(),
                     sizeof(double) * std::size_t(one.size())) == 0;
}

Matrix random_features(Index documents) {
  return random_matrix(documents, kShape.features);
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
    test::gradient_step(*ranker, at, features, documents, weights, gradient);
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

TEST_CASE("every ranker steps from what scoring kept with the same bits") {
  const Matrix features = random_features(7);
  const std::vector<Index> documents = {3, 1, 6, 0, 5};
  const std::vector<double> weights = {2, 0, -0.5, 1, 3};
  for (const auto& method : rankers()) {
    CAPTURE(method.name);
    const auto ranker = method.make(kShape);
    Rng rng(4, Purpose::kTest);
    Vector at(ranker->size());
    for (double& value : at) value = rng.normal();
    Vector alone(7);
    Vector keeping(7);
    Activations kept;
    ranker->score(at, features, alone);
    ranker->score_keeping(at, features, keeping, kept);
    CHECK(alone == keeping);
    Vector expected = at;
    test::gradient_step(*ranker, at, features, documents, weights, expected);
    ranker->step_from(kept, at, features, documents, weights, at);
    CHECK(at == expected);
  }
}

TEST_CASE("every ranker's step reads the features of its documents only") {
  const Matrix whole = random_features(7);
  const std::vector<Index> documents = {3, 1, 6};
  const std::vector<double> weights = {2, 0.5, -1};
  Matrix some = Matrix::Constant(7, whole.cols(),
                                 std::numeric_limits<double>::quiet_NaN());
  for (const Index i : documents) some.row(i) = whole.row(i);
  for (const auto& method : rankers()) {
    CAPTURE(method.name);
    const auto ranker = method.make(kShape);
    const Vector at = random_matrix(ranker->size(), 1).col(0);
    Vector scores(7);
    Activations kept;
    ranker->score_keeping(at, whole, scores, kept);
    Vector expected = at;
    ranker->step_from(kept, at, whole, documents, weights, expected);
    Vector into = at;
    ranker->step_from(kept, at, some, documents, weights, into);
    CHECK(same_bits(into, expected));
  }
}

TEST_CASE("every ranker scores rows as they are kept with the same bits") {
  const auto names = register_names();
  for (const Index features : {1, 2, 5, 8, 15, 46})
    for (const double zeros : {0.0, 0.7, 1.0}) {
      Matrix all = random_matrix(29, features);
      Rng rng(6, Purpose::kTest);
      for (double& value : all.reshaped())
        if (rng.uniform() < zeros) value = rng.uniform() < 0.3 ? -0.0 : 0.0;
      for (const Storage storage : {Storage::kFloat64, Storage::kFloat32,
                                    Storage::kSparse64, Storage::kSparse32}) {
        FeatureTable table(features, storage);
        table.append({all.data(), static_cast<std::size_t>(all.size())});
        for (const auto& method : rankers()) {
          CAPTURE(method.name);
          const auto ranker = method.make({features, 3});
          const Vector at = random_matrix(ranker->size(), 1).col(0);
          for (const auto [first, count] :
               {std::array<Index, 2>{0, 29}, {3, 11}, {28, 1}, {5, 0}}) {
            std::vector<double> room;
            const auto rows = table.rows(first, count, room);
            Vector expected(count);
            Activations kept;
            ranker->score_keeping(at, rows, expected, kept);
            for (const auto name : names) {
              use_registers(name);
              Vector scores(count);
              Activations again;
              ranker->score_rows(at, {table, first, count}, scores, again);
              CHECK(same_bits(scores, expected));
              CHECK(again == kept);
            }
          }
        }
      }
    }
  use_registers(names.back());
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
