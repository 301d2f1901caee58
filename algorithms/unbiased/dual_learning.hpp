#pragma once

#include "algorithms/unbiased/log_learner.hpp"

namespace fedltr {

/// Learns a ranker and propensities from each other: the ranker from clicks
/// weighted by p_1 / p_k, where p is the softmax of a number for each rank, and
/// these numbers from clicks weighted by s_1 / s_k, where s is the softmax of
/// the scores by rank, both by softmax cross entropy.
///
/// The Dual Learning Algorithm (DLA), Ai et al., "Unbiased Learning to Rank
/// with Unbiased Propensity Estimation" (SIGIR 2018, arXiv 1804.05938).
/// Differs: the propensity model is a number per rank instead of a network over
/// ranks, which represents the same curves; weights are at most 1 / log.clip.
/// The numbers are the learner's room, one per rank of a list.
class DualLearner final : public LogLearner {
 public:
  DualLearner(const LearnerOptions& options,
              std::shared_ptr<const Ranker> ranker);

  Examination learned_examination(const VectorView& model) const override;

 private:
  void weigh(Search& search, const VectorView& room,
             LogStep& step) const override;

  double curve_rate_;
};

LearnerMethod dual_learner();

}  // namespace fedltr
