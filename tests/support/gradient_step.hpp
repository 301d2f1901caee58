#pragma once

#include "algorithms/ranking/ranker.hpp"

namespace fedltr::test {

/// Ranker::step_from() after scoring all documents.
inline void gradient_step(const Ranker& ranker, const VectorView& parameters,
                          const MatrixView& features,
                          std::span<const Index> documents,
                          std::span<const double> weights,
                          Eigen::Ref<Vector> into) {
  Activations kept;
  Vector scores(features.rows());
  ranker.score_keeping(parameters, features, scores, kept);
  ranker.step_from(kept, parameters, features, documents, weights, into);
}

}  // namespace fedltr::test
