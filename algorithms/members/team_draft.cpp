#include "algorithms/members/team_draft.hpp"

#include <algorithm>

#include "algorithms/core/require.hpp"

namespace fedltr {

TeamDraft draft_teams(std::span<const Index> first,
                      std::span<const Index> second, Rng& rng) {
  require(first.size() == second.size(),
          "rankings of two teams have the same length");
  TeamDraft draft;
  const auto add_best = [&](std::uint8_t team) {
    for (const Index document : team == 0 ? first : second) {
      if (std::ranges::count(draft.ranking, document) > 0) continue;
      draft.ranking.push_back(document);
      draft.teams.push_back(team);
      return;
    }
  };
  while (draft.ranking.size() < first.size()) {
    const auto begins = static_cast<std::uint8_t>(rng.below(2));
    add_best(begins);
    if (draft.ranking.size() < first.size()) add_best(1 - begins);
  }
  return draft;
}

std::uint8_t twice_preference(std::span<const std::uint8_t> teams,
                              std::span<const std::uint8_t> clicks) {
  int ahead = 0;
  for (std::size_t rank = 0; rank < clicks.size(); ++rank)
    if (clicks[rank]) ahead += teams[rank] ? 1 : -1;
  return ahead > 0 ? 2 : ahead < 0 ? 0 : 1;
}

}  // namespace fedltr
