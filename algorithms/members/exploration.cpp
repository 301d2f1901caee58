#include "algorithms/members/exploration.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace fedltr {
namespace {

RecordedSearch pair_at(std::size_t rank, const RecordedSearch& search) {
  const std::size_t features = search.rows.size() / search.clicks.size();
  const float* const rows = search.rows.data() + rank * features;
  return {search.id,
          search.user,
          {rows, rows + 2 * features},
          {0, 0},
          {search.clicks[rank], search.clicks[rank + 1]}};
}

}  // namespace

std::size_t show_list(Exploration exploration, Rng& rng, Search& search) {
  if (exploration == Exploration::kSampled) {
    search.show_sampled(rng);
    return 0;
  }
  search.show_best();
  if (exploration == Exploration::kNone) return 0;
  std::array<Index, kLongestList> list;
  const std::size_t shown = search.ranking().size();
  std::ranges::copy(search.ranking(), list.begin());
  const std::size_t first_pair = rng.below(2);
  for (std::size_t rank = first_pair; rank + 1 < shown; rank += 2)
    if (rng.below(2) == 1) std::swap(list[rank], list[rank + 1]);
  search.show({list.data(), shown});
  return first_pair;
}

std::vector<RecordedSearch> pairs_of(const RecordedSearch& search,
                                     std::size_t first_pair) {
  std::vector<RecordedSearch> pairs;
  const auto& clicks = search.clicks;
  for (std::size_t rank = first_pair; rank + 1 < clicks.size(); rank += 2)
    if (clicks[rank] != clicks[rank + 1])
      pairs.push_back(pair_at(rank, search));
  return pairs;
}

}  // namespace fedltr
