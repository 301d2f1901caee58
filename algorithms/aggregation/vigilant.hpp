#pragma once

#include <vector>

#include "algorithms/aggregation/robust.hpp"

namespace fedltr {

/// The geometric median of what the clients have asked for so far, instead of
/// what they ask for in this round.
///
/// Honest updates from noisy clicks differ more from each other than poison
/// does from them, so that no rule which looks at one round can tell them
/// apart. But the noise of a client's sum over t rounds grows as sqrt(t), what
/// clients agree on as t. So each client has a claim: the sum of its updates
/// less what the model has moved since. In each round
///
///     claim_i += n / #participants update_i   for those that take part,
///     move     = geometric median of all n claims,
///     claim_i  = (1 - participation / window) (claim_i - move).
///
/// With the mean in place of the median, the move would be the mean update:
/// nothing is late. With the median, if the claims of honest clients lie within
/// r of a point z, and a < 1/2 is the share of the others, the move lies within
/// r (1 - a) / sqrt(1 - 2a) of z, whatever those others have sent in which
/// order. (The unit vectors from the median to all claims cancel. From a
/// distance d > r, the honest ones pull towards z with at least (1 - a) n
/// sqrt(1 - r^2 / d^2), the others with at most a n.) So outliers of any
/// length, deviations that cancel and patience gain nothing over a lasting push
/// in one direction. A larger `window`, in participations of a client, leaves
/// less to a lasting attack, as 1 / sqrt(window), and more to a sudden one just
/// before training ends, as sqrt(window).
///
/// Who has not yet taken part has a claim, too: that nothing move. So nothing
/// moves until half of the clients have been heard; fewer could all be
/// malicious. n counts those that can take part in the round
/// (LocalModels::eligible): who has nothing to learn from, has not joined or
/// has left claims nothing, and begins anew if it comes back. Claims of clients
/// that are not alike drift apart: r is then as large as they differ. Weights
/// don't count. A claim longer than 10 times the median one is cut to that; a
/// client's share is what is left of it. Nobody else is rejected: all claims
/// pull alike.
///
/// After Safeguard (Allen-Zhu et al., arXiv 2012.14368), which sums updates
/// over windows, too, but to decide whose updates of the round are averaged.
class Vigilant final : public RobustRule {
 public:
  explicit Vigilant(const RuleOptions& options);

  Vector aggregate(const LocalModels& local, std::span<double> shares) override;
  void exchange(Archive& archive) override;

 private:
  /// Who has a claim in this round, ascending.
  std::vector<Index> claimants(const LocalModels& local) const;

  std::uint32_t clients_;  ///< known from the start
  double window_;
  Matrix claims_;  ///< by client
};

RuleMethod vigilant_rule();

}  // namespace fedltr
