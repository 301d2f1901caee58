#pragma once

#include <cstdint>
#include <span>

#include "algorithms/data/dataset.hpp"
#include "algorithms/ranking/ranker.hpp"

namespace fedltr {

/// Distances to a model that never knew the clients, before and after
/// unlearning.
struct ModelDistance {
  double before = 0;  ///< |before - retrained|
  double after = 0;   ///< |after - retrained|
  /// Cosines of the angles to the retrained model: for linear rankers only the
  /// direction ranks.
  double cosine_before = 0;
  double cosine_after = 0;

  /// 0 if it is the retrained model; above 1 if it is farther from it than
  /// before.
  double ratio() const { return after / before; }
};
ModelDistance model_distance(const VectorView& before, const VectorView& after,
                             const VectorView& retrained);

/// Measures how well a model's scores separate clicked documents from others of
/// their queries: the mean over queries that have both of the probability that
/// a clicked one scores higher (area under the curve; ties count half). A model
/// that has forgotten its clicks separates them as well as one that never saw
/// them, which is well above one half: clicked documents are often relevant.
///
/// @param clicked  documents of the data, ascending
/// @return         NaN if no query has both, or scores are NaN
double clicked_auc(const Ranker& ranker, const Dataset& data,
                   std::span<const std::uint32_t> clicked,
                   const VectorView& model);

}  // namespace fedltr
