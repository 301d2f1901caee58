#include "algorithms/silo/test_set.hpp"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "tests/support/silo_in_one_place.hpp"
#include "tests/support/small_text.hpp"

namespace fedltr::test_set_test {
using namespace fedltr::test;

namespace {

constexpr Index kNdcg10 = 3;

/// All places of documents, or of queries.
std::vector<std::uint32_t> all_of(std::size_t count) {
  std::vector<std::uint32_t> places;
  for (std::uint32_t i = 0; i < count; ++i) places.push_back(i);
  return places;
}

}  // namespace

TEST_CASE("evaluation is the metrics of the ranked labels") {
  TestQuery one{0, 0, {1, 2, 3}, Matrix{{1}, {3}, {2}}, {0, 1, 2}, {0, 1, 2}};
  TestQuery empty{0, 1, {1}, Matrix{{1}}, {0}, {0}};
  const auto model = find(pointwise_models(), "regression").make(1, 3);
  const Vector up{{1, 0}};
  CHECK(ranked_labels(one, model->scores(up, one.features)) ==
        std::vector<std::uint8_t>{1, 2, 0});
  CHECK(ranked_labels(one, Vector::Zero(3)) ==
        std::vector<std::uint8_t>{0, 1, 2});
  const std::vector<TestQuery> tests = {one, empty};
  const Vector scores = evaluate(*model, up, tests, silo_metrics(2));
  const double d = discount(2);
  CHECK(scores(0) == doctest::Approx(0.25 + 0.75 * 0.75 / 2));
  CHECK(scores(1) == doctest::Approx(1));
  CHECK(scores(kNdcg10) == doctest::Approx((1 + 3 * d) / (3 + d)));
  CHECK(evaluate(*model, up, {&tests[1], 1}, silo_metrics(2)) ==
        Vector::Zero(5));
}

TEST_CASE("a query without a relevant document has no value") {
  const std::vector<TestQuery> queries = {
      {0, 0, {1, 2}, Matrix{{1}, {2}}, {0, 1}, {0, 1}},
      {0, 1, {1, 2}, Matrix{{1}, {2}}, {0, 0}, {0, 0}},
      {0, 2, {1, 2}, Matrix{{1}, {2}}, {0, 0}, {}}};
  const auto model = find(pointwise_models(), "regression").make(1, 3);
  const Matrix values =
      evaluate_each(*model, Vector{{1, 0}}, queries, silo_metrics(2));
  CHECK(values.rows() == 3);
  CHECK(values.row(0).allFinite());
  CHECK(values.bottomRows(2).array().isNaN().all());
  const CandidateCounts counts = count_candidates(queries);
  CHECK(counts.queries == 3);
  CHECK(counts.unjudged == 1);
  CHECK(counts.irrelevant == 1);
  CHECK(counts.recall == 1);
}

TEST_CASE("relevant documents that are no candidates count as missing") {
  // Grade 2 at rank 1, not relevant at rank 2; grades 2 and 1 not found.
  const std::vector<TestQuery> queries = {
      {0, 0, {1, 2}, Matrix{{3}, {2}}, {2, 0}, {2, 0, 2, 1}},
      {0, 1, {}, Matrix(0, 1), {}, {1}}};
  const auto model = find(pointwise_models(), "regression").make(1, 3);
  const Matrix values =
      evaluate_each(*model, Vector{{1, 0}}, queries, silo_metrics(2));
  const double d = discount(2);
  CHECK(values(0, 0) == doctest::Approx(0.75));     // err
  CHECK(values(0, 1) == doctest::Approx(1.0 / 3));  // map: 1 of 3 found
  CHECK(values(0, kNdcg10) == doctest::Approx(3 / (3 + 3 * d + 0.5)));
  CHECK(values.row(1).isZero());  // nothing found at all
  CHECK(count_candidates(queries).recall == doctest::Approx(1.0 / 6));
}

TEST_CASE("candidates are the best by BM25, independent of the judges") {
  const Collection& collection = small_collection();
  const CollectionStatistics statistics(collection);
  ExactFeatures features(collection, statistics);
  const auto documents = all_of(collection.documents());
  const auto queries = all_of(collection.queries());
  const Retrieval retrieval(collection, statistics, documents, queries);
  const auto judged = collection.judgements_of(3);
  for (const std::size_t depth : {std::size_t{1}, std::size_t{40}}) {
    const TestQuery test =
        test_query(2, 3, documents, judged, depth, retrieval, features);
    CHECK(test.party == 2);
    CHECK(test.query == 3);
    std::vector<std::uint32_t> best;
    for (const Retrieved& found :
         retrieval.top(3, depth, RetrievalScore::kBm25))
      best.push_back(found.document);
    std::ranges::sort(best);
    CHECK(test.documents == best);
    CHECK(test.features.rows() == std::ssize(best));
    CHECK(test.judged.size() == judged.size());
    for (std::size_t i = 0; i < best.size(); ++i) {
      const auto found =
          std::ranges::find(judged, best[i], &Judgement::document);
      CHECK(test.labels[i] == (found == judged.end() ? 0 : found->grade));
    }
    // Candidates stay the same without judgements.
    CHECK(
        test_query(2, 3, documents, {}, depth, retrieval, features).documents ==
        best);
  }
  CHECK(test_query(2, 3, documents, judged, 0, retrieval, features).documents ==
        documents);
}

}  // namespace fedltr::test_set_test
