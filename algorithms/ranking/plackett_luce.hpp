#pragma once

#include <span>
#include <vector>

#include "algorithms/core/linalg.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr {

/// Memory that sampling reuses from list to list.
struct PlackettLuceScratch {
  Vector numbers;
};

/// Draws a list without replacement: each rank goes to document d with
/// probability e^{scores(d)} over the sum of e^{score} of those not yet placed.
///
/// Thesis Eq. 3.7, as a race: document d arrives after an exponential time of
/// rate e^{scores(d)}, and the first to arrive are shown, in that order. Times
/// are compared by logarithms where scores are too far apart for quotients, so
/// that the list is exact for any spread.
///
/// Takes #documents numbers of the stream, rounded up to an even number.
///
/// @param scores       #documents, finite
/// @param exp_scores   e^{scores - max scores}, #documents
/// @param ranking      filled with documents by rank; its size, at most
///                     #documents, is the length of the list
void sample_ranking(const VectorView& scores, const VectorView& exp_scores,
                    Rng& rng, std::span<Index> ranking,
                    PlackettLuceScratch& scratch);

}  // namespace fedltr
