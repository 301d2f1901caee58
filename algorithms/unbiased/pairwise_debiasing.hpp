#pragma once

#include "algorithms/unbiased/log_learner.hpp"

namespace fedltr {

/// Learns that a clicked document is better than an unclicked one of the same
/// list, by the logistic loss L of their scores divided by t+ of the clicked
/// rank and t- of the other, and these from the losses:
///   t+_i = (S+_i / S+_1)^{1 / (p + 1)}, S+_i = sum of L / t-_j,
///   t-_j = (S-_j / S-_1)^{1 / (p + 1)}, S-_j = sum of L / t+_i.
///
/// Pairwise debiasing, Hu et al. (WWW 2019): the objective of Eq. 26, t by Eq.
/// 30 and 31, the gradient of Eq. 32. Differs: not LambdaMART's trees and gains
/// (Eq. 35 and 36), but any ranker and plain pairs; the sums S are running
/// means, which clients average, as in Cappe and Moulines' online EM; t is at
/// least log.clip. The means, less 1, are the learner's room: two numbers for
/// each rank.
class PairwiseDebiasingLearner final : public LogLearner {
 public:
  PairwiseDebiasingLearner(const LearnerOptions& options,
                           std::shared_ptr<const Ranker> ranker);

  /// Returns t+, which for position-based users is the propensity
  /// relative to the first rank's.
  Examination learned_examination(const VectorView& model) const override;

 private:
  void weigh(Search& search, const VectorView& room,
             LogStep& step) const override;
  /// Returns t from means of losses, less 1.
  double ratio(double mean, double first) const;

  double curve_rate_;
  double power_;
};

LearnerMethod pairwise_debiasing_learner();

}  // namespace fedltr
