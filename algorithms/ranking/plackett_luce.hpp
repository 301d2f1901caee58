#pragma once

#include <span>
#include <vector>

#include "algorithms/core/linalg.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr {

/// Memory that sampling reuses from list to list.
struct PlackettLuceScratch {
  Vector remaining;             ///< weight of each document not yet placed
  std::vector<Index> document;  ///< and which one it is
};

/// Draws a list without replacement: each rank goes to document d with
/// probability e^{scores(d)} over the sum of e^{score} of those not yet placed.
///
/// Thesis Eq. 3.7. Exact for any spread of the scores: when all that remains
/// is tiny against what has been placed, the remaining weights are scaled anew.
///
/// @param scores       #documents, finite
/// @param exp_scores   e^{scores - max scores}, #documents
/// @param ranking      filled with documents by rank; its size, at most
///                     #documents, is the length of the list
void sample_ranking(const VectorView& scores, const VectorView& exp_scores,
                    Rng& rng, std::span<Index> ranking,
                    PlackettLuceScratch& scratch);

/// log of the probability of drawing exactly this list.
double log_probability(const VectorView& scores,
                       std::span<const Index> ranking);

}  // namespace fedltr
