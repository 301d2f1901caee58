#pragma once

#include "algorithms/core/rng.hpp"
#include "algorithms/ranking/evaluation.hpp"

namespace fedltr {

/// Returns the mean of an evaluation's first metric over lists that are drawn
/// from the scores, as Exploration::kSampled shows them, in place of sorted
/// ones: the model's order plus Gumbel noise (Plackett-Luce). Scores that are
/// close to each other give lists close to random ones, however good their
/// order is.
/// @return  mean over ten draws; NaN if no query counts
double drawn_mean(const Evaluation& evaluation, const VectorView& model,
                  Rng& rng);

}  // namespace fedltr
