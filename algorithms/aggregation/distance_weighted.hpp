#pragma once

#include "algorithms/aggregation/robust.hpp"

namespace fedltr {

/// The point of least summed distance to the models, by the smoothed Weiszfeld
/// iteration of Pillutla et al., "Robust aggregation for federated learning"
/// (IEEE TSP 2022), until it moves by less than 1e-9 of the spread.
RuleMethod geometric_median_rule();

/// Mean of updates cut to a length: `aggregation.bound`, or the median length
/// (telling_rows()). Sun et al., "Can you really backdoor federated learning?"
/// (2019), where the length is given.
RuleMethod norm_bound_rule();

/// Clips around the last aggregate: v += mean of (update - v) cut to
/// `aggregation.bound`, or to the median distance (telling_rows()); v, the last
/// round's mean update, is remembered. Karimireddy, He and Jaggi (ICML 2021),
/// Eq. 6, where the length is given.
RuleMethod centered_clip_rule();

/// Updates weighed by their cosine with the update that the server learns from
/// its own queries (negative: 0), each scaled to that update's length. Cao et
/// al. (NDSS 2021), algorithm 2.
RuleMethod fltrust_rule();

/// Smoothed Weiszfeld.
/// @param weights  of the models in the result, sum 1, overwritten
Vector geometric_median(const RowsView& models, std::span<double> weights);

}  // namespace fedltr
