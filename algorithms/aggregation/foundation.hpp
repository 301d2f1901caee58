#pragma once

#include "algorithms/aggregation/robust.hpp"

namespace fedltr {

/// FoundationFL: the trimmed mean or the median of the models and of copies of
/// the least extreme one. A model's score is its distance to the
/// coordinate-wise maximum or minimum of all, whichever is smaller; the one
/// with the largest score is copied. Fang et al., "Do we really need to design
/// new Byzantine-robust aggregation rules?" (NDSS 2025, arXiv 2501.17381);
/// checked against another implementation.
///
/// Not bounded, by its definition: one huge update makes one extreme, and the
/// model farthest from the other extreme counts as the least extreme. If that
/// is a second attacker, it gets n / 2 copies, more than a trimmed mean drops;
/// the median of all withstands them for m < n / 4.
///
/// Parameters: `foundation.rule`; `foundation.copies`, their number over that
/// of the clients, rounded down.
RuleMethod foundation_rule();

/// The row farthest from the coordinate-wise extremes; of equal ones the first.
Index least_extreme(const RowsView& models);

}  // namespace fedltr
