#pragma once

#include "algorithms/online/learner.hpp"

namespace fedltr {

/// A list made of several rankings, with the rankers' credit for a click at
/// each rank.
struct MultileavedList {
  std::array<Index, kLongestList> ranking{};
  std::size_t length = 0;
  Matrix credit;  ///< #length by #rankers: P(ranker | document), by rank
};

/// Probabilistic multileaving: each rank draws a ranker uniformly and a
/// document from 1 / rank^3 over the rest of its ranking.
///
/// Hofmann et al. (CIKM 2011), Schuth et al. (SIGIR 2015). Differs: the credit
/// for a click is the exact probability that a ranker placed the document,
/// given the list; the published code estimates it from 10,000 drawn
/// assignments, whose mean this is.
///
/// @param scores  #rankers by #documents
void multileave(const MatrixView& scores, std::size_t length, Rng& rng,
                MultileavedList& list);

/// Dueling bandits: compares the model with random directions around it by
/// multileaving and moves to the mean of the winners.
///
/// DBGD: Yue and Joachims (ICML 2009), one candidate, probabilistic
/// interleaving. PMGD: Oosterhuis, Schuth and de Rijke (ECIR 2016), 49
/// candidates. rate 0.01 and delta 1 are the published values. A step's length
/// is rate times that of the mean of the winning directions, whatever delta.
class DuelingLearner final : public Learner {
 public:
  DuelingLearner(double rate, double delta, Index candidates,
                 std::shared_ptr<const Ranker> ranker)
      : rate_(rate),
        delta_(delta),
        candidates_(candidates),
        ranker_(std::move(ranker)) {}

  std::unique_ptr<LocalLearning> begin(
      const VectorView& global, Index searches, LearnerStreams& streams,
      Eigen::Ref<Vector> message) const override;

 private:
  class Local;

  double rate_;
  double delta_;
  Index candidates_;
  std::shared_ptr<const Ranker> ranker_;
};

LearnerMethod dbgd_learner();
LearnerMethod pmgd_learner();

}  // namespace fedltr
