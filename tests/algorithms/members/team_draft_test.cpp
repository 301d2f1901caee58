#include "algorithms/members/team_draft.hpp"

#include <cmath>
#include <set>

#include <doctest/doctest.h>

namespace fedltr::team_draft_test {

using List = std::vector<Index>;

TEST_CASE("each ranking begins in half of the lists, and adds half of each") {
  const List first = {0, 1, 2, 3, 4};
  const List second = {9, 1, 8, 0, 7};
  Rng rng(1, Purpose::kRanking);
  constexpr int kLists = 4000;
  int begins = 0;
  int third = 0;  // of three pairs, whose second half is cut off
  double added = 0;
  for (int i = 0; i < kLists; ++i) {
    const TeamDraft draft = draft_teams(first, second, rng);
    REQUIRE(draft.ranking.size() == 5);
    CHECK(std::set<Index>(draft.ranking.begin(), draft.ranking.end()).size() ==
          5);
    CHECK(draft.ranking[0] == (draft.teams[0] ? 9 : 0));
    for (const std::size_t rank : {0, 2})
      CHECK(draft.teams[rank] != draft.teams[rank + 1]);
    begins += draft.teams[0];
    third += draft.teams[4];
    for (const auto team : draft.teams) added += team;
  }
  const double bound = 4 * std::sqrt(kLists) / 2;
  CHECK(std::abs(begins - kLists / 2) < bound);
  CHECK(std::abs(third - kLists / 2) < bound);
  CHECK(std::abs(added - kLists * 2.5) < bound);
}

TEST_CASE("users who look at the rank alone prefer neither") {
  const List first = {0, 1, 2, 3};
  const List second = {0, 3, 5, 6};
  Rng rng(2, Purpose::kRanking);
  constexpr int kLists = 8000;
  double sum = 0;
  for (int i = 0; i < kLists; ++i) {
    const TeamDraft draft = draft_teams(first, second, rng);
    std::vector<std::uint8_t> clicks(4);
    for (std::size_t rank = 0; rank < 4; ++rank)
      clicks[rank] = rng.uniform() < 1.0 / (1.0 + rank);
    sum += twice_preference(draft.teams, clicks) / 2.0;
  }
  CHECK(std::abs(sum / kLists - 0.5) < 4 * 0.5 / std::sqrt(kLists));
}

TEST_CASE("each adds its best document that is not in the list") {
  Rng rng(3, Purpose::kRanking);
  for (int i = 0; i < 20; ++i) {
    const TeamDraft draft = draft_teams(List{4, 2}, List{4, 3}, rng);
    CHECK(draft.ranking[0] == 4);
    CHECK(draft.ranking[1] == (draft.teams[0] ? 2 : 3));
  }
  CHECK(draft_teams(List{}, List{}, rng).ranking.empty());
  CHECK_THROWS_AS(draft_teams(List{1}, List{}, rng), std::invalid_argument);
}

TEST_CASE("the ranking with more clicks is preferred") {
  using Bytes = std::vector<std::uint8_t>;
  CHECK(twice_preference(Bytes{1, 0, 1}, Bytes{1, 0, 0}) == 2);
  CHECK(twice_preference(Bytes{1, 0, 1}, Bytes{1, 1, 0}) == 1);
  CHECK(twice_preference(Bytes{1, 0, 0}, Bytes{1, 1, 1}) == 0);
  CHECK(twice_preference(Bytes{1, 0}, Bytes{0, 0}) == 1);
}

}  // namespace fedltr::team_draft_test
