#include "algorithms/text/retrieval.hpp"

#include <algorithm>
#include <tuple>

#include <doctest/doctest.h>

#include "algorithms/text/twin.hpp"

using namespace fedltr;

TEST_CASE("retrieval finds what a look at every document finds") {
  TwinOptions options;
  options.documents = 300;
  options.terms = 100;
  options.vocabulary = 2000;
  options.topics = 4;
  options.queries = 12;
  const Collection twin = make_twin(options);
  const CollectionStatistics statistics(twin);
  ExactFeatures features(twin, statistics);
  std::vector<std::uint32_t> documents;
  for (std::uint32_t d = 1; d < 300; d += 2) documents.push_back(d);
  const std::vector<std::uint32_t> queries = {0, 3, 7, 11};
  const Retrieval retrieval(twin, statistics, documents, queries);
  for (const std::uint32_t q : queries)
    for (const auto score : {RetrievalScore::kCounts, RetrievalScore::kBm25}) {
      std::vector<std::tuple<double, std::uint32_t>> all;
      for (const std::uint32_t d : documents) {
        std::array<double, kFeatureColumns> row{};
        features.write(q, d, row);
        double counts = 0;
        for (const TermId term : twin.query(q))
          counts += count_of(twin.terms(Field::kBody, d), term);
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
