#pragma once

#include "algorithms/aggregation/robust.hpp"

namespace fedltr {

/// Divide and Conquer (DnC), after Shejwalkar and Houmansadr, "Manipulating the
/// Byzantine" (NDSS 2021). Poison that moves the mean far shows
/// along the direction in which updates spread most: of a random part of the
/// parameters, a client's score is its squared projection on the first right
/// singular vector of the updates less their mean; the share x m clients of the
/// largest scores are left out. Of several passes only clients that every one
/// keeps are averaged; if none is, those of the last pass.
///
/// Parameters: `dnc.filter` (c), `dnc.dimensions` (b), `dnc.passes` (niters),
/// whose defaults are those of Blades' Dnc (filter_frac 1, sub_dim 10000,
/// num_iters 1); FLPoison takes 5 passes. Scores are as there. Differs from
/// Blades: of several passes it averages who was kept by any of them, so that
/// more passes reject fewer; and c x m is rounded up here, down there.
///
/// Not bounded, by its definition: the direction is that of one huge update,
/// and what lies across it, or a little way along it, is then nearer to the
/// mean than the honest ones are. A second attacker sends that.
RuleMethod divide_and_conquer_rule();

/// Projections of the rows on the first right singular vector of the rows less
/// their mean, either side of which may be the positive one: #rows.
Vector spectral_places(const Matrix& rows);

}  // namespace fedltr
