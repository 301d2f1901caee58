#pragma once

#include "algorithms/unbiased/log_learner.hpp"

namespace fedltr {

/// Takes clicks for relevance, wherever they are: the biased baseline of
/// unbiased learning (Joachims et al., WSDM 2017).
class NaiveLearner final : public LogLearner {
 public:
  NaiveLearner(const LearnerOptions& options,
               std::shared_ptr<const Ranker> ranker)
      : LogLearner(options, std::move(ranker)) {}

 private:
  void weigh(Search& search, const VectorView& room,
             LogStep& step) const override;
};

LearnerMethod naive_learner();

}  // namespace fedltr
