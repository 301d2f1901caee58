#pragma once

#include "algorithms/aggregation/robust.hpp"

namespace fedltr {

/// FoundationFL: the trimmed mean or the median of the models and of copies of
/// the one least extreme. A model's score is its distance to the coordinate-
/// wise maximum or minimum of all, whichever is less; the one of the largest
/// score is copied. Fang et al., "Do we really need to design new
/// Byzantine-robust aggregation rules?" (NDSS 2025, arXiv 2501.17381); held
/// against another implementation.
///
/// Not bounded, by its definition: one huge update makes one extreme, so that
/// whoever else is farthest from the other one counts as the least extreme. A
/// second attacker who is gets n / 2 copies, more than a trimmed mean takes
/// off; the median of all stands them for m < n / 4.
///
/// Parameters: `foundation.rule`; `foundation.copies`, their number over that
/// of the clients, rounded down.
RuleMethod foundation_rule();

/// The row farthest from the coordinate-wise extremes; of equal ones the first.
Index least_extreme(const RowsView& models);

}  // namespace fedltr
