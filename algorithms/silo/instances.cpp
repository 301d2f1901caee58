#include "algorithms/silo/instances.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>

#include "algorithms/core/math.hpp"
#include "algorithms/core/numbers_below.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr {
namespace {

auto place_of(const Judgement& pair) {
  return std::tuple(pair.query, pair.document);
}

/// Own documents except the judged ones, in random order.
std::vector<std::uint32_t> unjudged(const PartyShare& share,
                                    std::span<const Judgement> judged,
                                    Rng& rng) {
  std::vector<std::uint32_t> documents;
  for (const std::uint32_t document : share.documents)
    if (!std::ranges::binary_search(judged, document, {}, &Judgement::document))
      documents.push_back(document);
  shuffle(std::span(documents), rng);
  return documents;
}

/// Divides items into training and test ones, each sorted.
template <typename Parts, typename Item, typename Order>
Parts divide(std::vector<Item> items, double share, std::uint32_t party,
             std::uint64_t seed, Order order) {
  require(share >= 0 && share < 1, "the share held out must be in [0, 1)");
  Rng rng(seed, Purpose::kHoldOut, party);
  shuffle(std::span(items), rng);
  const std::ptrdiff_t tests = std::llround(share_of(share, items.size()));
  Parts parts{{items.begin() + tests, items.end()},
              {items.begin(), items.begin() + tests}};
  std::ranges::sort(parts.train, {}, order);
  std::ranges::sort(parts.test, {}, order);
  return parts;
}

}  // namespace

HeldOut hold_out(std::span<const std::uint32_t> queries, double share,
                 std::uint32_t party, std::uint64_t seed) {
  return divide<HeldOut>(std::vector(queries.begin(), queries.end()), share,
                         party, seed, std::identity());
}

HeldOutPairs hold_out_pairs(std::span<const Judgement> pairs, double share,
                            std::uint32_t party, std::uint64_t seed) {
  return divide<HeldOutPairs>(std::vector(pairs.begin(), pairs.end()), share,
                              party, seed, place_of);
}

std::vector<Judgement> labelled_pairs(const PartyShare& share,
                                      std::span<const std::uint32_t> queries,
                                      double negatives, std::uint64_t seed) {
  require(negatives >= 0, "negatives must not be negative");
  std::vector<Judgement> pairs;
  for (const std::uint32_t query : queries) {
    const auto judged = judgements_of_query(share.judgements, query);
    pairs.insert(pairs.end(), judged.begin(), judged.end());
    const auto positives = std::ranges::count_if(
        judged, [](const Judgement& j) { return j.grade > 0; });
    Rng rng(seed, Purpose::kNegatives, 0, query);
    const auto others = unjudged(share, judged, rng);
    const std::size_t wanted = std::llround(share_of(negatives, positives));
    for (std::size_t i = 0; i < std::min(wanted, others.size()); ++i)
      pairs.push_back({query, others[i], 0});
  }
  std::ranges::sort(pairs, {}, place_of);
  return pairs;
}

void rank_by_feature(CrossInstances& cross, Index feature) {
  auto order = numbers_below<std::size_t>(cross.pairs.size());
  const auto value = [&](std::size_t i) { return cross.features(i, feature); };
  std::ranges::sort(order, {}, [&](std::size_t i) {
    return std::tuple(cross.pairs[i].query, cross.pairs[i].source, -value(i),
                      i);
  });
  std::uint32_t rank = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    CrossPair& pair = cross.pairs[order[k]];
    const CrossPair* before = k > 0 ? &cross.pairs[order[k - 1]] : nullptr;
    const bool same =
        before && before->query == pair.query && before->source == pair.source;
    pair.rank = rank = same ? rank + 1 : 1;
  }
}

Vector labels_of_ranks(const CrossInstances& cross, std::uint32_t high,
                       Index grades) {
  Vector labels(std::ssize(cross.pairs));
  const Index highest = std::min<Index>(2, grades - 1);
  for (Index i = 0; i < labels.size(); ++i)
    labels(i) = cross.pairs[i].rank <= high ? highest : 1;
  return labels;
}

Vector grades_of(std::span<const Judgement> pairs) {
  Vector grades(std::ssize(pairs));
  for (std::size_t i = 0; i < pairs.size(); ++i) grades(i) = pairs[i].grade;
  return grades;
}

}  // namespace fedltr
