#include "algorithms/silo/own_lists.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "algorithms/text/exact_features.hpp"
#include "tests/support/small_text.hpp"

namespace fedltr::own_lists_test {
using namespace fedltr::test;

namespace {

OwnLists small_lists(std::span<const std::uint32_t> queries,
                     std::size_t depth) {
  const Collection& collection = small_collection();
  const CollectionStatistics statistics(collection);
  ExactFeatures features(collection, statistics);
  return own_lists(
      collection, small_shares()[0], queries, depth,
      [&](std::span<const Judgement> pairs) { return features.of(pairs); });
}

}  // namespace

TEST_CASE("own lists hold the best own documents with a term, and grades") {
  const PartyShare& share = small_shares()[0];
  const OwnLists all = small_lists(share.queries, 1000);
  const OwnLists best = small_lists(share.queries, 5);
  CHECK(best.pairs.size() == 5 * share.queries.size());
  REQUIRE(best.features.rows() == std::ssize(best.pairs));
  bool relevant = false;
  for (std::size_t i = 0; i < all.pairs.size(); ++i) {
    const Judgement& pair = all.pairs[i];
    CHECK(std::ranges::binary_search(share.documents, pair.document));
    CHECK(all.features(i, 4) + all.features(i, 12) > 0);
    const auto judged = judgements_of_query(share.judgements, pair.query);
    const auto found =
        std::ranges::find(judged, pair.document, &Judgement::document);
    CHECK(pair.grade == (found == judged.end() ? 0 : found->grade));
    relevant |= pair.grade > 0;
    // A document outside the best five does not outscore any of them.
    if (std::ranges::count(best.pairs, pair) > 0) continue;
    for (std::size_t k = 0; k < best.pairs.size(); ++k)
      if (best.pairs[k].query == pair.query)
        CHECK(best.features(k, 4) + best.features(k, 12) >=
              all.features(i, 4) + all.features(i, 12));
  }
  CHECK(relevant);
}

TEST_CASE("ranked lists are the pairs, query by query") {
  const OwnLists own = small_lists(small_shares()[0].queries, 7);
  const auto lists = ranked_lists(own.pairs, own.features);
  REQUIRE(lists.size() == small_shares()[0].queries.size());
  Index row = 0;
  for (const RankedList& list : lists) {
    CHECK(list.features ==
          own.features.middleRows(row, 7).rightCols(kRankingFeatures));
    CHECK(list.grades.size() == 7);
    row += 7;
  }
  CrossInstances cross{{{3, 1, 0, 1}, {3, 2, 1, 1}, {9, 1, 0, 1}},
                       own.features.topRows(3)};
  const auto others = ranked_lists(cross);
  REQUIRE(others.size() == 2);
  CHECK(others[0].features.rows() == 2);
  CHECK(others[1].grades.empty());
}

}  // namespace fedltr::own_lists_test
