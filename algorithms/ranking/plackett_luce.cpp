#include "algorithms/ranking/plackett_luce.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "algorithms/core/math.hpp"

namespace fedltr {
namespace {

/// Below this the sum of the remaining weights may miss some by underflow.
constexpr double kTinyMass = 1e-200;

void scale_anew(const VectorView& scores, Index left,
                PlackettLuceScratch& scratch) {
  double highest = -std::numeric_limits<double>::infinity();
  for (Index i = 0; i < left; ++i)
    highest = std::max(highest, scores(scratch.document[i]));
  for (Index i = 0; i < left; ++i)
    scratch.remaining(i) = portable_exp(scores(scratch.document[i]) - highest);
}

/// Sums of the remaining weights, kept from rank to rank: only those behind a
/// document that was placed change. Adds only positive terms: subtracting the
/// placed ones would cancel when one document dominates.
class RemainingSums {
 public:
  RemainingSums(const double* weights, Index count) : weights_(weights) {
    thread_local Vector sums;
    if (sums.size() < 2 * count + 4) sums.resize(2 * count + 4);
    passed_ = sums.data();
    alternate_ = passed_ + count + 2;
    passed_[0] = alternate_[0] = alternate_[1] = 0;
  }

  /// Updates the sums after weights changed from `from` on.
  void renew(Index from, Index left) {
    double sum = passed_[from];
    double same = alternate_[from];
    double other = alternate_[from + 1];
    for (Index i = from; i < left; ++i) {
      passed_[i + 1] = sum += weights_[i];
      alternate_[i + 2] = same += weights_[i];
      std::swap(same, other);
    }
  }

  /// Sum of all: the even ones, then the odd ones, then the last one.
  double total(Index left) const {
    const Index whole = left - left % 2;
    const double pairs = alternate_[whole] + alternate_[whole + 1];
    return left == whole ? pairs : pairs + weights_[whole];
  }

  /// Index at which a walk over the weights passes `target`.
  Index walk(double target, Index left) const {
    Index chosen = 0;
    while (chosen + 1 < left && !(passed_[chosen + 1] > target)) ++chosen;
    // Rounding may carry the walk past the last weight that is not zero.
    while (chosen > 0 && weights_[chosen] == 0) --chosen;
    return chosen;
  }

 private:
  const double* weights_;
  double* passed_;     ///< by document: sum of the weights before it
  double* alternate_;  ///< of every second one: the same
};

}  // namespace

void sample_ranking(const VectorView& scores, const VectorView& exp_scores,
                    Rng& rng, std::span<Index> ranking,
                    PlackettLuceScratch& scratch) {
  Index left = scores.size();
  if (scratch.remaining.size() < left) scratch.remaining.resize(left);
  scratch.document.resize(left);
  double* const weights = scratch.remaining.data();
  Index* const documents = scratch.document.data();
  for (Index i = 0; i < left; ++i) {
    weights[i] = exp_scores(i);
    documents[i] = i;
  }
  // All drawn beforehand: a draw between two ranks would stall on the first.
  thread_local std::vector<double> uniforms;
  uniforms.resize(ranking.size());
  rng.fill_uniform(uniforms);
  RemainingSums sums(weights, left);
  Index changed = 0;  // first weight changed since the sums were made
  for (std::size_t rank = 0; rank < ranking.size(); ++rank) {
    sums.renew(changed, left);
    double mass = sums.total(left);
    if (mass < kTinyMass) {
      scale_anew(scores, left, scratch);
      sums.renew(0, left);
      mass = sums.total(left);
    }
    const Index chosen = sums.walk(uniforms[rank] * mass, left);
    ranking[rank] = documents[chosen];
    --left;
    weights[chosen] = weights[left];
    documents[chosen] = documents[left];
    changed = chosen;
  }
}

}  // namespace fedltr
