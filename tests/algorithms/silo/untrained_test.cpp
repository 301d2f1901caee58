#include "algorithms/silo/untrained.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/text/exact_features.hpp"
#include "algorithms/text/features.hpp"
#include "tests/support/small_text.hpp"

namespace fedltr::untrained_test {
using namespace fedltr::test;

namespace {

/// BM25 and query likelihood by their formulas, from the collection's lists
/// alone: an independent reference for the features.
struct ByHand {
  const Collection& collection = small_collection();

  double documents() const { return collection.documents(); }
  double total(Field field) const {
    double sum = 0;
    for (std::size_t d = 0; d < collection.documents(); ++d)
      sum += collection.length(field, d);
    return sum;
  }
  double bm25(Field field, std::uint32_t query, std::uint32_t document) const {
    double score = 0;
    for (const TermId term : collection.query(query)) {
      double holds = 0;
      for (std::size_t d = 0; d < collection.documents(); ++d)
        holds += count_of(collection.terms(field, d), term) > 0;
      const double f = count_of(collection.terms(field, document), term);
      const double norm = 0.25 + 0.75 * collection.length(field, document) /
                                     (total(field) / documents());
      score += std::log1p((documents() - holds + 0.5) / (holds + 0.5)) * f *
               2.2 / (f + 1.2 * norm);
    }
    return score;
  }
  double likelihood(Field field, std::uint32_t query,
                    std::uint32_t document) const {
    double score = 0;
    for (const TermId term : collection.query(query)) {
      double times = 0;
      for (std::size_t d = 0; d < collection.documents(); ++d)
        times += count_of(collection.terms(field, d), term);
      if (times == 0) continue;
      const double length = collection.length(field, document);
      const double f = count_of(collection.terms(field, document), term);
      score += std::log(0.9 * (length > 0 ? f / length : 0) +
                        0.1 * times / total(field));
    }
    return score;
  }
};

}  // namespace

TEST_CASE("untrained rankers score by their formulas") {
  const ByHand by_hand;
  const CollectionStatistics statistics(by_hand.collection);
  ExactFeatures exact(by_hand.collection, statistics);
  for (const std::uint32_t query : {0U, 7U, 19U}) {
    std::vector<Judgement> pairs;
    for (std::uint32_t d = 0; d < 120; d += 7) pairs.push_back({query, d, 0});
    const Matrix features = exact.of(std::span<const Judgement>(pairs));
    const auto score = [&](const char* name, Index i) {
      return find(untrained_rankers(), name).make(features)(i);
    };
    for (Index i = 0; i < features.rows(); ++i) {
      const std::uint32_t d = pairs[static_cast<std::size_t>(i)].document;
      const double title = by_hand.bm25(Field::kTitle, query, d);
      const double body = by_hand.bm25(Field::kBody, query, d);
      CHECK(score("bm25-title", i) == doctest::Approx(title));
      CHECK(score("bm25-body", i) == doctest::Approx(body));
      CHECK(score("bm25", i) == doctest::Approx(title + body));
      CHECK(score("sketched-bm25", i) == doctest::Approx(title + body));
      CHECK(score("lmir", i) ==
            doctest::Approx(by_hand.likelihood(Field::kTitle, query, d) +
                            by_hand.likelihood(Field::kBody, query, d)));
    }
  }
}

TEST_CASE("one untrained ranker scores what parties send each other") {
  for (const auto& each : untrained_rankers())
    CHECK(each.traits.sketched == (each.name == "sketched-bm25"));
}

}  // namespace fedltr::untrained_test
