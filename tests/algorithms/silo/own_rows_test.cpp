#include "algorithms/silo/own_rows.hpp"

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::own_rows_test {
namespace {

constexpr std::uint32_t kDocuments = 20;
constexpr std::uint32_t kQueries = 40;

Matrix rows_of(std::initializer_list<double> values, Index features) {
  Matrix rows(static_cast<Index>(values.size()) / features, features);
  std::ranges::copy(values, rows.data());
  return rows;
}

/// Queries whose relevant documents nothing shows but their own feature.
struct World {
  OwnRows rows{1};
  PartyInstances learnt;
  std::vector<TestQuery> tests;
  std::vector<NamedMetric> metrics = {parse_metric("ndcg@10", {})};

  /// @param covered  true if documents of grade 0 have rows as well
  explicit World(bool covered, bool informative = true) {
    Rng rng(1, Purpose::kHoldOut, 0, 0);
    std::vector<Matrix> blocks;
    for (std::uint32_t query = 0; query < kQueries; ++query) {
      TestQuery test;
      test.query = query;
      test.features = Matrix::Zero(kDocuments, kFeatureColumns);
      std::vector<std::uint32_t> known;
      std::vector<double> values;
      for (std::uint32_t d = 0; d < kDocuments; ++d) {
        for (double& value : test.features.row(d)) value = rng.uniform();
        const bool relevant = rng.uniform() < 0.3;
        test.documents.push_back(d);
        test.labels.push_back(relevant ? 1 : 0);
        if (!covered && !relevant) continue;
        known.push_back(d);
        values.push_back((informative && relevant ? 5 : 0) + rng.uniform());
      }
      test.judged = test.labels;
      if (!known.empty())
        rows.add(query, known,
                 Eigen::Map<Matrix>(values.data(), std::ssize(values), 1));
      (query % 2 == 0) ? learn(test, blocks) : tests.push_back(test);
    }
    learnt.features.resize(std::ssize(learnt.pairs), kFeatureColumns);
    for (std::size_t i = 0; i < blocks.size(); ++i)
      learnt.features.middleRows(static_cast<Index>(i) * kDocuments,
                                 kDocuments) = blocks[i];
  }

  double quality(const OwnRows& own, const FeatureScore& joint = {}) const {
    return evaluate_own_rows(own, learnt, tests, metrics, {}, joint).mean();
  }

 private:
  void learn(const TestQuery& test, std::vector<Matrix>& blocks) {
    for (std::uint32_t d = 0; d < kDocuments; ++d)
      learnt.pairs.push_back({test.query, d, test.labels[d]});
    blocks.push_back(test.features);
  }
};

}  // namespace

TEST_CASE("own rows are scaled by query, and a missing one is their mean") {
  OwnRows rows(2);
  rows.add(7, std::vector<std::uint32_t>{3, 1, 4},
           rows_of({0, 9, 10, 9, 5, 9}, 2));
  CHECK(rows.has(7, 4));
  CHECK_FALSE(rows.has(7, 2));
  CHECK_FALSE(rows.has(6, 4));
  const Matrix found = rows.of(7, std::vector<std::uint32_t>{1, 2, 3});
  CHECK(found == rows_of({1, 0, 0.5, 0, 0, 0}, 2));
  CHECK(rows.of(6, std::vector<std::uint32_t>{1}) == rows_of({0, 0}, 2));
}

TEST_CASE("own rows of any size are scaled without overflow") {
  OwnRows rows(1);
  rows.add(0, std::vector<std::uint32_t>{0, 1, 2},
           rows_of({-1.7e308, 1.7e308, 0}, 1));
  CHECK(rows.of(0, std::vector<std::uint32_t>{0, 1, 2}) ==
        rows_of({0, 1, 0.5}, 1));
}

TEST_CASE("a document or query that comes twice is refused") {
  OwnRows rows(1);
  const std::vector<std::uint32_t> twice = {3, 3};
  CHECK_THROWS_AS(rows.add(0, twice, rows_of({1, 2}, 1)),
                  std::invalid_argument);
  const std::vector<std::uint32_t> once = {3};
  rows.add(0, once, rows_of({1}, 1));
  CHECK_THROWS_AS(rows.add(0, once, rows_of({1}, 1)), std::invalid_argument);
  CHECK_THROWS_AS(rows.add(1, once, rows_of({1, 2}, 2)), std::invalid_argument);
}

TEST_CASE("own rows that show relevance are learnt, others are not") {
  const World world(true);
  const double without = world.quality(OwnRows(0));
  CHECK(without < 0.6);
  CHECK(world.quality(world.rows) > 0.95);
  const World idle(true, false);
  CHECK(idle.quality(idle.rows) < 0.7);
}

TEST_CASE("to have a row is no clue by itself") {
  // Only relevant documents have rows, which hold nothing else.
  const World world(false, false);
  CHECK(std::abs(world.quality(world.rows) - world.quality(OwnRows(0))) < 0.1);
}

TEST_CASE("another model's score is one more feature") {
  const World world(true);
  const OwnRows none(0);
  const double column = 5;
  CHECK(world.quality(none, [&](const MatrixView& features) {
    return Vector(column * features.col(kTextFeatures + 2));
  }) < 0.7);
  // A score that knows the labels: by the own feature of the same documents.
  std::size_t list = 0;
  const double known =
      world.quality(none, [&](const MatrixView& features) -> Vector {
        const std::size_t query =
            list < kQueries / 2 ? 2 * list : 2 * (list - kQueries / 2) + 1;
        ++list;
        std::vector<std::uint32_t> documents;
        for (Index d = 0; d < features.rows(); ++d)
          documents.push_back(static_cast<std::uint32_t>(d));
        return 1000 *
               world.rows.of(static_cast<std::uint32_t>(query), documents)
                   .col(0);
      });
  CHECK(known > 0.95);
}

}  // namespace fedltr::own_rows_test
