// Models, scaling, instances and test queries against their definitions.

#include <algorithm>
#include <cmath>
#include <map>

#include <doctest/doctest.h>

#include "algorithms/silo/instances.hpp"
#include "algorithms/silo/scaling.hpp"
#include "algorithms/silo/test_set.hpp"
#include "tests/support/small_text.hpp"

namespace fedltr::definitions_test {
using namespace fedltr::test;

namespace {

Matrix random_matrix(Index rows, Index columns, Rng& rng) {
  Matrix values(rows, columns);
  for (double& value : values.reshaped()) value = rng.normal();
  return values;
}

}  // namespace

TEST_CASE(
    "softmax: probabilities, expected grade and cross-entropy written out") {
  Rng rng(1, Purpose::kTest);
  for (const Index grades : {2, 3, 5, 32}) {
    const auto model = find(pointwise_models(), "softmax").make(4, grades);
    CHECK(model->parameters() == grades * 5);
    const Matrix weights = random_matrix(grades, 5, rng);
    const Vector parameters = weights.reshaped<Eigen::RowMajor>();
    const Matrix features = random_matrix(6, 4, rng);
    const Vector scores = model->scores(parameters, features);
    for (Index i = 0; i < 6; ++i) {
      Eigen::RowVectorXd with_one(5);
      with_one << features.row(i), 1;
      Vector p = (weights * with_one.transpose()).array().exp();
      p /= p.sum();
      const Vector labels = Vector::LinSpaced(grades, 0, double(grades - 1));
      CHECK(scores(i) == doctest::Approx(p.dot(labels)));
      Index likeliest = 0;
      p.maxCoeff(&likeliest);
      CHECK(model->label(parameters, features.row(i)) == double(likeliest));
      const Index target = i % grades;
      Vector gradient = Vector::Ones(parameters.size());
      CHECK(model->add_gradient(parameters, features.row(i), double(target), 3,
                                gradient) ==
            doctest::Approx(-3 * std::log(p(target))));
      p(target) -= 1;
      const Matrix expected = 3 * p * with_one;
      CHECK((gradient - Vector(expected.reshaped<Eigen::RowMajor>()) -
             Vector::Ones(parameters.size()))
                .norm() < 1e-12);
    }
  }
  const char* const needs =
      "a pointwise model needs a feature and 2 to 32 grades";
  for (const auto& method : pointwise_models()) {
    CHECK_THROWS_WITH(method.make(0, 3), needs);
    CHECK_THROWS_WITH(method.make(1, 1), needs);
    CHECK_THROWS_WITH(method.make(1, 33), needs);
  }
}

TEST_CASE("moments go through the ring to 2^-48, below zero too") {
  Rng rng(2, Purpose::kTest);
  FeatureMoments moments{7, Vector(20), Vector(20)};
  for (Index i = 0; i < 20; ++i) {
    moments.sums(i) = rng.normal() * std::exp2(double(rng.below(60)) - 30);
    moments.squares(i) = std::abs(rng.normal());
  }
  moments.sums(0) = -0x1p-48;
  moments.sums(1) = -3;
  const auto ring = ring_of(moments);
  CHECK(ring.size() == 82);
  const FeatureMoments back = moments_of_ring(ring);
  CHECK(back.count == 7);
  CHECK(back.sums(0) == -0x1p-48);
  CHECK(back.sums(1) == -3);
  for (Index i = 0; i < 20; ++i) {
    const double unit = std::max(0x1p-48, std::abs(moments.sums(i)) * 0x1p-52);
    CHECK(std::abs(back.sums(i) - moments.sums(i)) <= unit);
    CHECK(std::abs(back.squares(i) - moments.squares(i)) <= 0x1p-48);
  }
  const auto large = [](double value) {
    (void)ring_of({1, Vector{{value}}, Vector{{1.0}}});
  };
  CHECK_NOTHROW(large(-0x1p61));
  for (const double value : {0x1p62, -0x1p62, std::nan("")})
    CHECK_THROWS_WITH(large(value),
                      "has moments of features that are too large");
  CHECK_THROWS_WITH(moments_of_ring(std::span(ring).first(80)),
                    "has moments of the wrong number of features");
}

TEST_CASE("every query is held out as often") {
  const std::vector<std::uint32_t> queries = {2, 3, 5, 7, 11};
  std::map<std::uint32_t, int> tested;
  for (std::uint32_t party = 0; party < 5000; ++party)
    for (const std::uint32_t query : hold_out(queries, 0.4, party, 9).test)
      ++tested[query];
  REQUIRE(tested.size() == 5);
  for (const auto& [query, count] : tested)  // five sigma
    CHECK(std::abs(count - 2000) < 5 * 34.7);
  CHECK(hold_out(queries, 0.5, 1, 1).test.size() == 3);  // halves up
  CHECK(hold_out(queries, 0.09, 1, 1).test.empty());
  CHECK(hold_out({}, 0.5, 1, 1).train.empty());
  for (const double bad : {-0.1, 1.0, std::nan("")})
    CHECK_THROWS_WITH(hold_out(queries, bad, 1, 1),
                      "the share held out must be in [0, 1)");
}

TEST_CASE("every document that was not judged is a negative as often") {
  PartyShare share;
  share.documents = {1, 2, 3, 4, 5, 6, 7, 8};
  share.queries = {0};
  share.judgements = {{0, 3, 2}};
  const std::vector<std::uint32_t> queries = {0};
  std::map<std::uint32_t, int> drawn;
  for (std::uint64_t seed = 0; seed < 3500; ++seed)
    for (const Judgement& pair : labelled_pairs(share, queries, 2, seed))
      if (pair.document != 3) ++drawn[pair.document];
  REQUIRE(drawn.size() == 7);
  for (const auto& [document, count] : drawn)  // 2 of 7; five sigma
    CHECK(std::abs(count - 1000) < 5 * 26.8);
  // Half a negative per positive is rounded up to one.
  CHECK(labelled_pairs(share, queries, 0.5, 1).size() == 2);
  CHECK(labelled_pairs(share, queries, 0.4, 1).size() == 1);
}

TEST_CASE("ranks are counted among the pairs of a query and a source") {
  Rng rng(3, Purpose::kTest);
  for (int trial = 0; trial < 50; ++trial) {
    CrossInstances cross;
    const auto count = static_cast<Index>(rng.below(30));
    cross.features.resize(count, 2);
    for (Index i = 0; i < count; ++i) {
      cross.pairs.push_back({static_cast<std::uint32_t>(rng.below(3)),
                             static_cast<std::uint32_t>(i),
                             static_cast<std::uint32_t>(rng.below(3)), 77});
      cross.features.row(i) << 0, double(rng.below(4));
    }
    rank_by_feature(cross, 1);
    for (std::size_t i = 0; i < cross.pairs.size(); ++i) {
      std::uint32_t before = 0;
      for (std::size_t j = 0; j < cross.pairs.size(); ++j) {
        const CrossPair& other = cross.pairs[j];
        if (other.query != cross.pairs[i].query ||
            other.source != cross.pairs[i].source)
          continue;
        const double a = cross.features(Index(j), 1);
        const double b = cross.features(Index(i), 1);
        before += a > b || (a == b && j < i);
      }
      CHECK(cross.pairs[i].rank == before + 1);
    }
  }
}

TEST_CASE("candidates are the best by BM25, independent of the judges") {
  const Collection& collection = small_collection();
  const CollectionStatistics statistics(collection);
  ExactFeatures features(collection, statistics);
  std::vector<std::uint32_t> documents;
  for (std::uint32_t d = 0; d < collection.documents(); d += 2)
    documents.push_back(d);
  std::vector<std::uint32_t> queries;
  for (std::uint32_t q = 0; q < collection.queries(); ++q) queries.push_back(q);
  const Retrieval retrieval(collection, statistics, documents, queries);
  for (const std::uint32_t q : queries)
    for (const std::size_t depth : {0, 3, 12, 1000}) {
      const auto judged = collection.judgements_of(q);
      std::vector<std::uint32_t> expected;
      if (depth == 0)
        expected = documents;
      else
        for (const Retrieved& found :
             retrieval.top(q, depth, RetrievalScore::kBm25))
          expected.push_back(found.document);
      std::ranges::sort(expected);
      const TestQuery test =
          test_query(1, q, documents, judged, depth, retrieval, features);
      REQUIRE(test.documents == expected);
      CHECK(std::ssize(test.judged) ==
            std::ranges::count_if(judged, [](const Judgement& each) {
              return each.document % 2 == 0;  // that there are
            }));
      for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto found =
            std::ranges::find(judged, expected[i], &Judgement::document);
        CHECK(test.labels[i] == (found == judged.end() ? 0 : found->grade));
      }
    }
}

}  // namespace fedltr::definitions_test
