#include "algorithms/text/retrieval.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <doctest/doctest.h>

#include "algorithms/text/synthetic_text.hpp"

namespace fedltr::retrieval_test {

TEST_CASE("retrieval finds what a look at every document finds") {
  SyntheticTextOptions options;
  options.documents = 300;
  options.terms = 100;
  options.vocabulary = 2000;
  options.topics = 4;
  options.queries = 12;
  const Collection texts = synthesize_text(options);
  const CollectionStatistics statistics(texts);
  ExactFeatures features(texts, statistics);
  std::vector<std::uint32_t> documents;
  for (std::uint32_t d = 1; d < 300; d += 2) documents.push_back(d);
  const std::vector<std::uint32_t> queries = {0, 3, 7, 11};
  const Retrieval retrieval(texts, statistics, documents, queries);
  for (const std::uint32_t q : queries)
    for (const auto score : {RetrievalScore::kCounts, RetrievalScore::kBm25}) {
      std::vector<std::tuple<double, std::uint32_t>> all;
      for (const std::uint32_t d : documents) {
        std::array<double, kFeatureColumns> row{};
        features.write(q, d, row);
        double counts = 0;
        for (const TermId term : texts.query(q))
          counts += count_of(texts.terms(Field::kBody, d), term);
        const double value =
            score == RetrievalScore::kCounts ? counts : row[4] + row[12];
        if (value > 0) all.emplace_back(-value, d);
      }
      std::ranges::sort(all);
      const auto found = retrieval.top(q, 20, score);
      REQUIRE(found.size() == std::min<std::size_t>(20, all.size()));
      for (std::size_t i = 0; i < found.size(); ++i) {
        CHECK(found[i].document == std::get<1>(all[i]));
        CHECK(found[i].score == doctest::Approx(-std::get<0>(all[i])));
      }
      CHECK(retrieval.top(q, 1000, score).size() == all.size());
    }
}

namespace {

Collection four_documents() {
  CollectionBuilder builder({"none", "none"});
  builder.add_document("a", "flow flow flow", "wing");
  builder.add_document("b", "", "flow wing");
  builder.add_document("c", "", "heat flow");
  builder.add_document("d", "", "flow flow heat");
  builder.add_query("flow", "flow");
  builder.add_query("twice", "flow flow heat");
  builder.add_query("none", "");
  builder.add_query("unknown", "shock");
  return builder.take();
}

using Found = std::vector<Retrieved>;

}  // namespace

TEST_CASE("bodies are retrieved by counts, ties in their order") {
  const Collection collection = four_documents();
  const CollectionStatistics statistics(collection);
  const std::vector<std::uint32_t> documents = {0, 1, 2, 3};
  const std::vector<std::uint32_t> queries = {0, 1, 2, 3};
  const Retrieval retrieval(collection, statistics, documents, queries);
  const auto top = [&](std::uint32_t query, std::size_t count) {
    return retrieval.top(query, count, RetrievalScore::kCounts);
  };
  // The title of document 0 does not count.
  CHECK(top(0, 10) == Found{{3, 2}, {1, 1}, {2, 1}});
  // Terms that occur twice in the query count twice.
  CHECK(top(1, 10) == Found{{3, 5}, {2, 3}, {1, 2}});
  CHECK(top(1, 1) == Found{{3, 5}});
  CHECK(top(1, 0).empty());
  CHECK(top(2, 10).empty());
  CHECK(top(3, 10).empty());
}

TEST_CASE("some documents are retrieved as if there were no others") {
  const Collection collection = four_documents();
  const CollectionStatistics statistics(collection);
  const std::vector<std::uint32_t> documents = {1, 3};
  const std::vector<std::uint32_t> queries = {0};
  const Retrieval retrieval(collection, statistics, documents, queries);
  CHECK(retrieval.top(0, 9, RetrievalScore::kCounts) == Found{{3, 2}, {1, 1}});
  const Retrieval nobody(collection, statistics, {}, queries);
  CHECK(nobody.top(0, 9, RetrievalScore::kBm25).empty());
}

TEST_CASE("BM25 by hand, with the statistics of the full collection") {
  const Collection collection = four_documents();
  const CollectionStatistics statistics(collection);
  const std::vector<std::uint32_t> documents = {3};
  const std::vector<std::uint32_t> queries = {0};
  const Retrieval retrieval(collection, statistics, documents, queries);
  const auto found = retrieval.top(0, 9, RetrievalScore::kBm25);
  REQUIRE(found.size() == 1);
  // N = 4, df = 3, c = 2, L = 3, mean L = (1 + 2 + 2 + 3) / 4 = 2.
  CHECK(found[0].score == doctest::Approx(std::log(1.5 / 3.5 + 1) * 2 * 2.2 /
                                          (2 + 1.2 * (0.25 + 0.75 * 1.5))));
}

}  // namespace fedltr::retrieval_test
