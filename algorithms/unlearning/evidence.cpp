#include "algorithms/unlearning/evidence.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "algorithms/core/numbers_below.hpp"

namespace fedltr {
namespace {

double cosine(const VectorView& a, const VectorView& b) {
  return a.dot(b) / (a.norm() * b.norm());
}

/// Probability that a marked document scores higher than an unmarked one; NaN
/// if there are none of either.
double auc(const Vector& scores, const std::vector<bool>& marked) {
  auto order = numbers_below<std::size_t>(marked.size());
  std::ranges::sort(order, {}, [&](std::size_t i) { return scores(i); });
  const auto score = [&](std::size_t place) { return scores(order[place]); };
  double wins = 0;
  double below = 0;  // unmarked ones with lower scores
  double count = 0;  // marked ones
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first;
    double tied_marked = 0;
    while (last < order.size() && score(last) == score(first))
      tied_marked += marked[order[last++]];
    const double tied_others = last - first - tied_marked;
    wins += tied_marked * (below + tied_others / 2);
    below += tied_others;
    count += tied_marked;
    first = last;
  }
  return wins / (count * below);
}

}  // namespace

ModelDistance model_distance(const VectorView& before, const VectorView& after,
                             const VectorView& retrained) {
  return {(before - retrained).norm(), (after - retrained).norm(),
          cosine(before, retrained), cosine(after, retrained)};
}

double clicked_auc(const Ranker& ranker, const Dataset& data,
                   std::span<const std::uint32_t> clicked,
                   const VectorView& model) {
  double sum = 0;
  double queries = 0;
  std::vector<bool> marked;
  std::vector<double> room;
  Vector scores;
  auto next = clicked.begin();
  for (Index query = 0; query < data.queries(); ++query) {
    const std::size_t size = data.size(query);
    marked.assign(size, false);
    std::size_t count = 0;
    for (; next != clicked.end() && Index{*next} < data.end(query); ++next) {
      marked[Index{*next} - data.begin(query)] = true;
      ++count;
    }
    if (count == 0 || count == size) continue;
    scores.resize(data.size(query));
    ranker.score(model, data.features_of(query, room), scores);
    if (scores.hasNaN()) return std::numeric_limits<double>::quiet_NaN();
    sum += auc(scores, marked);
    ++queries;
  }
  return queries > 0 ? sum / queries : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace fedltr
