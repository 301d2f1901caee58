#pragma once

#include "algorithms/unbiased/log_learner.hpp"

namespace fedltr {

/// Estimates the relevance of each document shown as
///   (click - offset) / max(propensity, log.clip),
/// which is unbiased, if the examination is right and nothing is clipped.
///
/// Without offsets the propensity-weighted clicks of Joachims et al. (WSDM
/// 2017), clipped as theirs (Eq. 10 of Oosterhuis and de Rijke, WSDM 2021);
/// with them the affine correction of trust bias of Vardasbi et al. (CIKM 2020;
/// Eq. 15 of Oosterhuis and de Rijke, for the clicks of their Eq. 3); in a
/// cascade the propensities of Vardasbi et al. (SIGIR 2020), which follow from
/// the clicks above. Differs: their losses are bounds of average rank and of
/// DCG; this is softmax cross entropy.
///
/// @param slopes, offsets  by rank, overwritten
/// @throws std::invalid_argument  if no examination is known
void examine(const Search& search, const Examination& examination,
             std::span<double> slopes, std::span<double> offsets);

class InversePropensityLearner final : public LogLearner {
 public:
  /// @param options  also `examination`; propensities of a log precede it
  InversePropensityLearner(const LearnerOptions& options,
                           std::shared_ptr<const Ranker> ranker)
      : LogLearner(options, std::move(ranker)),
        examination_(options.examination) {}

 private:
  void weigh(Search& search, const VectorView& room,
             LogStep& step) const override;

  Examination examination_;
};

LearnerMethod inverse_propensity_learner();

}  // namespace fedltr
