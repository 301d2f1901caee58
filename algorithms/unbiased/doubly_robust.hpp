#pragma once

#include "algorithms/unbiased/log_learner.hpp"

namespace fedltr {

/// Predicts relevance by a logistic regression r on the features, and corrects
/// the prediction by clicks:
///   r + (click - propensity r - offset) / max(propensity, log.clip)
/// for a document shown, r for another candidate. Right on average if the
/// examination is right, and either nothing is clipped or the prediction is
/// right too (Eq. 39); of less variance than clicks alone.
///
/// Oosterhuis (TOIS 2023), the doubly robust estimator, Eq. 36, for the clicks
/// of Eq. 1. Differs: propensities are those of the rank at which a document
/// was shown, not its mean over the logging policy (Eq. 24), which no log
/// names; the regression maximises the likelihood of the clicks, propensity r +
/// offset, beside the ranker, over one pass, where the paper first minimises
/// the cross entropy of corrected clicks (Eq. 45). Its d + 1 parameters are the
/// learner's room.
class DoublyRobustLearner final : public LogLearner {
 public:
  /// @param options   also `examination`; propensities of a log precede it
  /// @param features  d
  DoublyRobustLearner(const LearnerOptions& options,
                      std::shared_ptr<const Ranker> ranker);

 private:
  void weigh(Search& search, const VectorView& room,
             LogStep& step) const override;
  bool weighs_candidates() const override { return true; }

  Examination examination_;
  double regression_rate_;
};

LearnerMethod doubly_robust_learner();

}  // namespace fedltr
