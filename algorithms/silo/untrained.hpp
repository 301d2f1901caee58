#pragma once

#include <functional>
#include <span>

#include "algorithms/core/linalg.hpp"
#include "algorithms/core/method.hpp"

namespace fedltr {

/// Scores of a query's documents without training: what training has to beat.
/// @param features  #documents by kFeatureColumns, not scaled
/// @return          #documents, higher is better
using UntrainedScore = std::function<Vector(const MatrixView& features)>;

struct UntrainedTraits {
  /// Scores sketched_features(), what parties tell each other; the others score
  /// exact ones.
  bool sketched = false;
};

/// All by name:
/// `bm25-title`, `bm25-body`: the field's BM25;
/// `bm25`: the sum of both, with equal weights: nothing is chosen on any data.
///   It is also what candidates are retrieved by;
/// `lmir`: the sum of both fields' log-likelihoods, Jelinek-Mercer smoothing;
/// `sketched-bm25`: `bm25` of what the protocol tells.
/// Formulas and constants: text/features.hpp.
///
/// Whose numbers they need. The first four: exact counts of the query's terms
/// in each candidate, known to its owner alone, with document frequencies,
/// lengths and number of documents summed over all parties (`lmir`: the terms'
/// occurrences, too). An owner could score its documents itself if it were told
/// the query's terms; it would then know the query, and the asker an exact
/// score of each document, which nothing here accounts for. `sketched-bm25`:
/// masked sums of sketched frequencies, and sketched counts with the protocol's
/// noise; it tells what the same questions tell in training.
const Methods<UntrainedScore, UntrainedTraits>& untrained_rankers();

}  // namespace fedltr
