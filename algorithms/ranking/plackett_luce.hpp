#pragma once

#include <span>
#include <vector>

#include "algorithms/core/linalg.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr {

/// Memory that sampling reuses from list to list.
struct PlackettLuceScratch {
  Vector remaining;             ///< weight of each document not yet placed
  std::vector<Index> document;  ///< the document of each weight
};

/// Draws a list without replacement: each rank goes to document d with
/// probability e^{scores(d)} over the sum of e^{score} of those not yet placed.
///
/// Thesis Eq. 3.7. Exact for any spread of the scores: when the rest is tiny
/// against the placed weights, the remaining weights are rescaled.
///
/// @param scores       #documents, finite
/// @param exp_scores   e^{scores - max scores}, #documents
/// @param ranking      filled with documents by rank; its size, at most
///                     #documents, is the length of the list
void sample_ranking(const VectorView& scores, const VectorView& exp_scores,
                    Rng& rng, std::span<Index> ranking,
                    PlackettLuceScratch& scratch);

}  // namespace fedltr
