#pragma once

#include <vector>

#include "algorithms/aggregation/robust.hpp"

namespace fedltr {

/// The geometric median of all that the clients have asked for so far, instead
/// of their updates of this round.
///
/// Honest updates from noisy clicks differ more from each other than from
/// poison, so that no rule which looks at one round can distinguish them. But
/// over t rounds the noise of a client's sum grows as sqrt(t), the common part
/// as t. So each client has a claim: the sum of its updates less the model's
/// moves since. In each round
///
///     claim_i += n / #participants update_i   for those that take part,
///     move     = geometric median of all n claims,
///     claim_i  = (1 - participation / window) (claim_i - move).
///
/// With the mean in place of the median, the move would be the mean update:
/// without delay. With the median, if the claims of honest clients lie within r
/// of a point z, and a < 1/2 is the share of the others, the move lies within r
/// (1 - a) / sqrt(1 - 2a) of z, whatever those others have sent in any order.
/// (The unit vectors from the median to all claims cancel. From a distance d >
/// r, the honest ones pull towards z with at least (1 - a) n sqrt(1 - r^2 /
/// d^2), the others with at most a n.) So outliers of any length, deviations
/// that cancel and patience gain nothing over a lasting push in one direction.
/// A larger `window`, in participations of a client, weakens a lasting attack,
/// as 1 / sqrt(window), and strengthens a sudden one just before training ends,
/// as sqrt(window).
///
/// A client that has not yet taken part also has a claim: 0. So nothing moves
/// until half of the clients have taken part; fewer could all be malicious. n
/// counts the clients that can take part in the round (LocalModels::eligible):
/// a client that has nothing to learn from, has not joined or has left has no
/// claim, and starts at 0 if it comes back. Claims of clients that differ drift
/// apart: r grows with their differences. Weights are ignored. A claim longer
/// than 10 times the median one is cut to that; a client's selection weight is
/// the part that remains. No other client is rejected: all claims pull alike.
///
/// After Safeguard (Allen-Zhu et al., arXiv 2012.14368), which also sums
/// updates over windows, but to decide whose updates of the round are averaged.
class Vigilant final : public RobustRule {
 public:
  explicit Vigilant(const RuleOptions& options);

  Vector aggregate(const LocalModels& local,
                   std::span<double> selection) override;
  void exchange(Archive& archive) override;

 private:
  /// The clients that have a claim in this round, ascending.
  std::vector<Index> claimants(const LocalModels& local) const;

  std::uint32_t clients_;  ///< known from the start
  double window_;
  Matrix claims_;  ///< by client
};

RuleMethod vigilant_rule();

}  // namespace fedltr
