#include "algorithms/silo/instances.hpp"

#include <algorithm>
#include <set>

#include <doctest/doctest.h>

namespace fedltr::instances_test {
namespace {

using Places = std::vector<std::uint32_t>;

/// Documents 10 to 29 and two queries: 4 with two positives and a judged
/// negative, 9 with one positive, 11 without judgement.
PartyShare share() {
  PartyShare made;
  for (std::uint32_t d = 10; d < 30; ++d) made.documents.push_back(d);
  made.queries = {4, 9, 11};
  made.judgements = {{4, 12, 2}, {4, 15, 0}, {4, 20, 1}, {9, 29, 1}};
  return made;
}

}  // namespace

TEST_CASE("a query is trained with or tested with") {
  Places queries(100);
  for (std::uint32_t q = 0; q < 100; ++q) queries[q] = q * 3;
  const HeldOut parts = hold_out(queries, 0.3, 1, 5);
  CHECK(parts.test.size() == 30);
  CHECK(parts.train.size() == 70);
  Places all = parts.train;
  all.insert(all.end(), parts.test.begin(), parts.test.end());
  std::ranges::sort(all);
  CHECK(all == queries);
  CHECK(std::ranges::is_sorted(parts.test));
  CHECK(hold_out(queries, 0.3, 1, 5).test == parts.test);
  CHECK(hold_out(queries, 0.3, 2, 5).test != parts.test);
  CHECK(hold_out(queries, 0.3, 1, 6).test != parts.test);
  CHECK(hold_out(queries, 0, 1, 5).test.empty());
  CHECK_THROWS_AS(hold_out(queries, 1, 1, 5), std::invalid_argument);
}

TEST_CASE("negatives are own unjudged documents, n per positive") {
  const auto pairs = labelled_pairs(share(), Places{4, 9, 11}, 3, 1);
  // 4: three judged and six more; 9: one and three more.
  REQUIRE(pairs.size() == 13);
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  for (const Judgement& pair : pairs) {
    CHECK(seen.emplace(pair.query, pair.document).second);
    CHECK(pair.document >= 10);
    CHECK(pair.document < 30);
  }
  for (const Judgement& judged : share().judgements)
    CHECK(std::ranges::count(pairs, judged) == 1);
  CHECK(std::ranges::count(pairs, 4U, &Judgement::query) == 9);
  CHECK(std::ranges::count(pairs, 0, &Judgement::grade) == 10);
  CHECK(labelled_pairs(share(), Places{4, 9, 11}, 3, 1) == pairs);
  CHECK(labelled_pairs(share(), Places{4, 9, 11}, 3, 2) != pairs);
  // One query's instances do not depend on the others'.
  const auto nine = labelled_pairs(share(), Places{9}, 3, 1);
  CHECK(std::ranges::equal(nine, std::span(pairs).last(4)));
}

TEST_CASE("negatives end where documents do") {
  CHECK(labelled_pairs(share(), Places{9}, 100, 1).size() == 20);
  CHECK(labelled_pairs(share(), Places{9}, 0, 1).size() == 1);
  CHECK(labelled_pairs(share(), Places{11}, 5, 1).empty());
}

TEST_CASE("a pair is trained with or tested with, its query with both") {
  const auto pairs = labelled_pairs(share(), Places{4, 9, 11}, 3, 1);
  const HeldOutPairs parts = hold_out_pairs(pairs, 0.4, 1, 5);
  CHECK(parts.test.size() == 5);  // of 13
  CHECK(parts.train.size() == 8);
  const auto place = [](const Judgement& pair) {
    return std::pair(pair.query, pair.document);
  };
  CHECK(std::ranges::is_sorted(parts.train, {}, place));
  CHECK(std::ranges::is_sorted(parts.test, {}, place));
  std::vector<Judgement> all = parts.train;
  all.insert(all.end(), parts.test.begin(), parts.test.end());
  std::ranges::sort(all, {}, place);
  CHECK(all == pairs);
  CHECK(hold_out_pairs(pairs, 0.4, 1, 5).test == parts.test);
  CHECK(hold_out_pairs(pairs, 0.4, 2, 5).test != parts.test);
  CHECK(hold_out_pairs(pairs, 0.4, 1, 6).test != parts.test);
}

TEST_CASE("cross pairs are ranked by a feature, each source for itself") {
  CrossInstances cross;
  cross.pairs = {{1, 5, 0, 0}, {1, 7, 2, 0}, {1, 9, 2, 0}, {3, 5, 0, 0}};
  cross.features = Matrix{{9, 2}, {9, 4}, {9, 2}, {9, 0}};
  rank_by_feature(cross, 1);
  Places ranks;
  for (const CrossPair& pair : cross.pairs) ranks.push_back(pair.rank);
  CHECK(ranks == Places{1, 1, 2, 1});
  CHECK(labels_of_ranks(cross, 1, 3) == Vector{{2, 2, 1, 2}});
  CHECK(labels_of_ranks(cross, 2, 2) == Vector{{1, 1, 1, 1}});
}

}  // namespace fedltr::instances_test
