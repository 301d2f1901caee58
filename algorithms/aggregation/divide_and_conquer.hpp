#pragma once

#include "algorithms/aggregation/robust.hpp"

namespace fedltr {

/// Divide and Conquer (DnC), after Shejwalkar and Houmansadr, "Manipulating the
/// Byzantine" (NDSS 2021). Poison that moves the mean far shows along the
/// direction in which updates spread most: of a random part of the parameters,
/// a client's score is its squared projection on the first right singular
/// vector of the updates less their mean; the c x m clients with the largest
/// scores are excluded. Of several passes only clients that all of them keep
/// are averaged; if there are none, those of the last pass.
///
/// Parameters: `dnc.filter` (c), `dnc.dimensions` (b), `dnc.passes` (niters);
/// their defaults are those of Blades' Dnc (filter_frac 1, sub_dim 10000,
/// num_iters 1); FLPoison takes 5 passes. Scores are the same. Differs from
/// Blades: of several passes, Blades averages the clients that any of them
/// kept, so that more passes reject fewer; and c x m is rounded up here, down
/// there.
///
/// Not bounded, by its definition: a huge update sets the direction, and an
/// update across it, or a little way along it, is then nearer to the mean than
/// the honest ones. A second attacker sends that.
RuleMethod divide_and_conquer_rule();

/// Projections of the rows on the first right singular vector of the rows less
/// their mean, either side of which may be the positive one: #rows.
Vector spectral_places(const Matrix& rows);

}  // namespace fedltr
