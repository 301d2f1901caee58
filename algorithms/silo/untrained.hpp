#pragma once

#include <functional>
#include <span>

#include "algorithms/core/linalg.hpp"
#include "algorithms/core/method.hpp"

namespace fedltr {

/// Scores a query's documents without training: the baseline for training.
/// @param features  #documents by kFeatureColumns, not scaled
/// @return          #documents, higher is better
using UntrainedScore = std::function<Vector(const MatrixView& features)>;

struct UntrainedTraits {
  /// True if it scores sketched_features(), the data that parties exchange; the
  /// others score exact features.
  bool sketched = false;
};

/// All by name:
/// `bm25-title`, `bm25-body`: the field's BM25;
/// `bm25`: the sum of both, with equal weights, so nothing is chosen on any
/// data.
///   Candidates are retrieved by the same score;
/// `lmir`: the sum of both fields' log-likelihoods, Jelinek-Mercer smoothing;
/// `sketched-bm25`: `bm25` of the protocol's answers.
/// Formulas and constants: text/features.hpp.
///
/// Data that they need. The first four: exact counts of the query's terms in
/// each candidate, which only its owner has, with document frequencies, lengths
/// and number of documents summed over all parties (`lmir`: and the terms'
/// occurrences). An owner could score its documents itself if it had the
/// query's terms; it would then know the query, and the asker an exact score of
/// each document, a leak that is not accounted here. `sketched-bm25`: masked
/// sums of sketched frequencies, and sketched counts with the protocol's noise;
/// it leaks the same as these questions do in training.
const Methods<UntrainedScore, UntrainedTraits>& untrained_rankers();

}  // namespace fedltr
