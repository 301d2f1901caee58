#pragma once

#include "algorithms/core/linalg.hpp"
#include "algorithms/ranking/metrics.hpp"

// The list-wise loss of ListNet (Cao et al., ICML 2007) with the top-one
// probability: cross-entropy between a target and the softmax of the scores,
// over the whole list. It reads judgements. Its derivative by the scores is
// their softmax minus the target.
namespace fedltr {

/// Probability of each document to be the first of a list.
/// @param scores  at least one
Vector softmax(const VectorView& scores);

/// Target of a judged list: the gains 2^label - 1, divided by their sum; empty
/// if no document is relevant.
Vector target_of_gains(Labels labels);

}  // namespace fedltr
