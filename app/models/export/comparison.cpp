#include "app/models/export/comparison.hpp"

#include <algorithm>
#include <limits>

#include "algorithms/core/numbers_below.hpp"
#include "algorithms/data/normalize.hpp"

namespace fedltr {
namespace {

/// Sorts numbers and returns how many pairs were out of order.
std::uint64_t sort_and_count(std::span<Index> numbers) {
  if (numbers.size() < 2) return 0;
  const std::size_t half = numbers.size() / 2;
  const auto low = numbers.first(half);
  const auto high = numbers.subspan(half);
  std::uint64_t count = sort_and_count(low) + sort_and_count(high);
  std::size_t passed = 0;
  for (const Index each : low) {
    while (passed < high.size() && high[passed] < each) ++passed;
    count += passed;
  }
  std::inplace_merge(numbers.begin(), high.begin(), numbers.end());
  return count;
}

/// Returns each document's rank by these scores.
std::vector<Index> ranks_of(Vector scores) {
  // Scores beyond a target's range may be NaN, which has no order.
  for (double& score : scores)
    if (std::isnan(score)) score = -std::numeric_limits<double>::infinity();
  auto order = numbers_below<Index>(static_cast<std::size_t>(scores.size()));
  std::ranges::stable_sort(
      order, [&](Index a, Index b) { return scores(a) > scores(b); });
  std::vector<Index> ranks(order.size());
  for (std::size_t rank = 0; rank < order.size(); ++rank)
    ranks[static_cast<std::size_t>(order[rank])] = static_cast<Index>(rank);
  return ranks;
}

}  // namespace

ExportComparison::ExportComparison(const ModelFile& file,
                                   std::optional<std::uint32_t> client,
                                   const ExportTarget& target,
                                   ExportedModel model)
    : normalizer_(normalizer_of(file)),
      ours_(file, client, Ties::kInput),
      target_(target),
      model_(std::move(model)) {}

void ExportComparison::add(const Dataset& data) {
  Dataset seen = data;
  normalizer_.apply(seen);
  for (Index query = 0; query < data.queries(); ++query) {
    ours_.rank(seen, query);
    const std::vector<Index> theirs = ranks_of(
        target_.traits.scores(model_, Matrix(data.features_of(query))));
    std::vector<Index> ranks;
    for (const Index document : ours_.order())
      ranks.push_back(theirs[static_cast<std::size_t>(document)]);
    const auto size = static_cast<std::uint64_t>(ranks.size());
    pairs_ += size * (size - 1) / 2;
    changed_ += sort_and_count(ranks);
  }
}

}  // namespace fedltr
