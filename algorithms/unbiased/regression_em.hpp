#pragma once

#include "algorithms/unbiased/log_learner.hpp"

namespace fedltr {

/// Estimates propensities by expectation maximisation: a click is an examined
/// rank, theta_k, and a relevant document, gamma = 1 / (1 + e^{-score - b}).
/// For a document without click, P(examined) = theta (1 - gamma) / (1 - theta
/// gamma) and P(relevant) = (1 - theta) gamma / (1 - theta gamma); theta moves
/// to the former's mean, and the ranker learns the latter.
///
/// The regression-based EM algorithm, Wang et al., "Position Bias Estimation
/// for Unbiased Learning to Rank in Personal Search" (WSDM 2018, pages
/// 610-618). Differs: the regression is the ranker, by steps on its expected
/// labels instead of trees on drawn ones; means are running ones, whose
/// clients' average is that of all searches. theta - .9 by rank and b are the
/// learner's room.
class RegressionEmLearner final : public LogLearner {
 public:
  RegressionEmLearner(const LearnerOptions& options,
                      std::shared_ptr<const Ranker> ranker);

  /// Returns theta, relative to the first rank's.
  Examination learned_examination(const VectorView& model) const override;

 private:
  void weigh(Search& search, const VectorView& room,
             LogStep& step) const override;

  double curve_rate_;
  double intercept_rate_;
};

LearnerMethod regression_em_learner();

}  // namespace fedltr
