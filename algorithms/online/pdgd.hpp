#pragma once

#include "algorithms/online/learner.hpp"

namespace fedltr {

/// Scores of a search's candidates by one model.
struct ScoredCandidates {
  VectorView scores;
  VectorView exp_scores;  ///< e^{scores - max scores}
};

/// Weights of the shown documents' gradients f' in the PDGD gradient: the sum
/// over a document's pairs of +-rho e^a e^b / (e^a + e^b)^2.
///
/// Oosterhuis and de Rijke (CIKM 2018); thesis Eq. 3.9-3.12. Each clicked
/// document is preferred over each unclicked one down to one rank below the
/// last click. rho = P(R*) / (P(R) + P(R*)), R* the list with the two swapped,
/// over the whole candidate set. Of P(R*) / P(R) only the ranks between the two
/// remain, with normalisers made only of positive terms: nothing cancels. Lists
/// whose scores spread over more than 70 are computed in logarithms, so the
/// result is right where other implementations give NaN.
///
/// P is of the model that drew the list: with a list of the past, another one
/// than today's, at which the gradient, and so a and b, is taken.
///
/// @param now      of the candidates by today's model, at least those shown
/// @param drawn    of all candidates by the model that drew the list
/// @param ranking  the shown candidates by rank, at most kLongestList
/// @param clicks   of the same size
/// @param weights  of the same size, overwritten
/// @return         true if any pair was found
bool pdgd_weights(const ScoredCandidates& now, const ScoredCandidates& drawn,
                  std::span<const Index> ranking,
                  std::span<const std::uint8_t> clicks,
                  std::span<double> weights);

/// model += rate * gradient, summed over `batch` searches under one model.
///
/// A batch of 1 is PDGD as published; sums over thousands of searches by one
/// client are the centralised baseline of Wang et al. (ECIR 2021).
///
/// `proximal` > 0 is FedProx (Li et al., MLSys 2020; thesis section 4.3.3):
/// each step is model += rate * (gradient - proximal * (model - global)).
class PdgdLearner final : public Learner {
 public:
  /// @param options  rate, pdgd.batch, proximal, reversed; clip: maximum L2
  ///                 norm of the model after each search, 0 = none
  PdgdLearner(const LearnerOptions& options,
              std::shared_ptr<const Ranker> ranker);

  std::unique_ptr<LocalLearning> begin(
      const VectorView& global, Index searches, LearnerStreams& streams,
      Eigen::Ref<Vector> message) const override;

 private:
  class Local;

  double rate_;
  Index batch_;
  double proximal_;
  double clip_;
  std::shared_ptr<const Ranker> ranker_;
};

LearnerMethod pdgd_learner();

}  // namespace fedltr
