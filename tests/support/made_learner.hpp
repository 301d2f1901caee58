#pragma once

#include "algorithms/online/learner.hpp"

namespace fedltr::test {

/// A learner, and the ranker that it learns, with room for the learner's own
/// parameters.
struct MadeLearner {
  std::shared_ptr<const Ranker> ranker;
  std::shared_ptr<const Learner> learner;

  Index size() const { return ranker->size(); }
};

/// Makes a learner of a ranker; a learner that corrects clicks believes that
/// users look at the first rank twice as often as at the others.
inline MadeLearner made_learner(const LearnerMethod& method,
                                const std::shared_ptr<const Ranker>& ranker,
                                Index features, LearnerOptions options = {}) {
  if (options.examination.empty()) options.examination.propensity = {1, 0.5};
  MadeLearner made;
  made.ranker = with_room(method, {options.list, features}, ranker);
  made.learner = method.make(options, made.ranker);
  return made;
}

}  // namespace fedltr::test
