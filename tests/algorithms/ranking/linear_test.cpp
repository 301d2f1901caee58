#include "algorithms/ranking/linear.hpp"

#include <array>

#include <doctest/doctest.h>

#include "algorithms/core/wide.hpp"
#include "tests/support/gradient_step.hpp"

namespace fedltr::linear_test {
namespace {

Matrix random_matrix(Index rows, Index cols, std::uint32_t stream) {
  Rng rng(1, Purpose::kTest, stream);
  Matrix matrix(rows, cols);
  for (double& value : matrix.reshaped<Eigen::RowMajor>()) value = rng.normal();
  return matrix;
}

}  // namespace

TEST_CASE("a linear score is the weighted sum of the features") {
  const LinearRanker ranker(3);
  CHECK(ranker.size() == 3);
  Vector scores(2);
  ranker.score(Vector{{1, -2, 0.5}}, Matrix{{1, 1, 1}, {0, 3, 2}}, scores);
  CHECK(scores == Vector{{-0.5, -5}});
}

TEST_CASE("a model scores the same bits with whichever others it is scored") {
  const LinearRanker ranker(11);
  // Not multiples of the registers' width, in either direction.
  const Matrix models = random_matrix(19, 11, 1);
  const Matrix features = random_matrix(13, 11, 2);
  Matrix together(19, 13);
  ranker.score_many(models, features, together);
  for (Index m = 0; m < models.rows(); ++m) {
    Matrix alone(1, 13);
    ranker.score_many(models.row(m), features, alone);
    CHECK(alone == together.row(m));
    Vector plain(13);
    ranker.score(models.row(m).transpose(), features, plain);
    CHECK((plain.transpose() - alone).norm() <= 1e-14 * plain.norm());
  }
}

TEST_CASE("scores are eight sums added up in one order on all registers") {
  const auto names = register_names();
  for (const Index features : {1, 2, 3, 4, 5, 7, 46, 136, 139, 391})
    for (const Index documents : {1, 2, 5, 6, 7, 12, 23}) {
      const LinearRanker ranker(features);
      const Matrix table = random_matrix(documents, features + 3, 3);
      const Vector model = random_matrix(features, 1, 4);
      Vector expected(documents);
      for (Index i = 0; i < documents; ++i) {
        std::array<double, 8> sums{};
        const Index whole = features / 8 * 8;
        for (Index j = 0; j < whole; ++j) sums[j % 8] += table(i, j) * model(j);
        // The rest is at the end of the last eight features.
        const Index shift = features < 8 ? 0 : features - 8;
        for (Index j = whole; j < features; ++j)
          sums[j - shift] += table(i, j) * model(j);
        expected(i) = ((sums[0] + sums[4]) + (sums[2] + sums[6])) +
                      ((sums[1] + sums[5]) + (sums[3] + sums[7]));
      }
      for (const auto name : names) {
        use_registers(name);
        Vector scores(documents);
        ranker.score(model, table.leftCols(features), scores);
        CHECK(scores == expected);
        const Matrix copied = table.leftCols(features);
        ranker.score(model, copied, scores);
        CHECK(scores == expected);
        CHECK((scores - copied * model).norm() <= 1e-14 * scores.norm());
      }
    }
  use_registers(names.back());
}

TEST_CASE("a gradient step adds the weighted features of the documents") {
  const LinearRanker ranker(2);
  const Matrix features{{1, 2}, {10, 20}, {100, 200}};
  const std::vector<Index> documents = {2, 0, 1};
  const std::vector<double> weights = {0.5, -1, 0};
  Vector into{{7, 7}};
  test::gradient_step(ranker, into, features, documents, weights, into);
  CHECK(into == Vector{{7 + 50 - 1, 7 + 100 - 2}});
}

TEST_CASE("a document of no weight adds nothing, even if it is no number") {
  const LinearRanker ranker(1);
  const Matrix features{{std::numeric_limits<double>::quiet_NaN()}, {3}};
  Vector into = Vector::Zero(1);
  test::gradient_step(ranker, into, features, std::vector<Index>{0, 1},
                      std::vector<double>{0, 2}, into);
  CHECK(into(0) == 6);
}

TEST_CASE("a drawn start has length 0.01 and depends on the stream") {
  const LinearRanker ranker(46);
  Rng one(1, Purpose::kTest, 1);
  Rng same(1, Purpose::kTest, 1);
  Rng other(1, Purpose::kTest, 2);
  const Vector first = ranker.draw_initial(one);
  CHECK(first.norm() == doctest::Approx(0.01).epsilon(1e-12));
  CHECK(first == ranker.draw_initial(same));
  CHECK_FALSE(first == ranker.draw_initial(other));
}

TEST_CASE("scores of any number of models and documents are exact sums") {
  const LinearRanker ranker(5);
  // Integers add up without rounding, in any order.
  Rng rng(4, Purpose::kTest);
  const auto whole = [&](Index rows) {
    Matrix matrix(rows, 5);
    for (double& value : matrix.reshaped())
      value = double(rng.below(200)) - 100;
    return matrix;
  };
  for (const Index models : {1, 2, 7, 8, 9, 16, 17})
    for (const Index documents : {0, 1, 3, 4, 5, 8, 11}) {
      const Matrix each = whole(models);
      const Matrix features = whole(documents);
      // Columns beyond the documents stay untouched.
      Matrix scores = Matrix::Constant(models, documents + 2, 0.5);
      ranker.score_many(each, features, scores.leftCols(documents));
      for (Index m = 0; m < models; ++m) {
        for (Index d = 0; d < documents; ++d) {
          double sum = 0;
          for (Index j = 0; j < 5; ++j) sum += each(m, j) * features(d, j);
          CHECK(scores(m, d) == sum);
        }
        CHECK(scores.row(m).tail(2) == Matrix{{0.5, 0.5}});
      }
    }
}

TEST_CASE("features may be some columns of a wider table") {
  const LinearRanker ranker(3);
  const Matrix wide = random_matrix(6, 8, 5);
  const Matrix models = random_matrix(2, 3, 6);
  const Matrix copied = wide.middleCols(2, 3);
  for (const Index count : {1, 2}) {
    Matrix expected(count, 6);
    ranker.score_many(models.topRows(count), copied, expected);
    Matrix scores(count, 6);
    ranker.score_many(models.topRows(count), wide.middleCols(2, 3), scores);
    CHECK(scores == expected);
  }
}

TEST_CASE("a document in a step twice counts twice, none changes nothing") {
  const LinearRanker ranker(2);
  const Matrix features{{1, 2}, {10, 20}};
  Vector into{{0.5, 0.5}};
  test::gradient_step(ranker, into, features, {}, {}, into);
  CHECK(into == Vector{{0.5, 0.5}});
  const std::vector<Index> twice = {1, 1};
  const std::vector<double> weights = {1, -0.25};
  test::gradient_step(ranker, into, features, twice, weights, into);
  CHECK(into == Vector{{8, 15.5}});
}

TEST_CASE("a step of a linear ranker is the same wherever it is taken") {
  const LinearRanker ranker(4);
  const Matrix features = random_matrix(3, 4, 7);
  const std::vector<Index> documents = {0, 2};
  const std::vector<double> weights = {0.3, -2};
  Vector here = Vector::Zero(4);
  Vector there = Vector::Zero(4);
  test::gradient_step(ranker, Vector::Zero(4), features, documents, weights,
                      here);
  test::gradient_step(ranker, Vector::Constant(4, 1e9), features, documents,
                      weights, there);
  CHECK(here == there);
}

}  // namespace fedltr::linear_test
