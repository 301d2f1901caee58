#pragma once

#include "algorithms/aggregation/robust.hpp"

namespace fedltr {

// Outside their conditions the rules stay defined, though nothing bounds what
// attackers do to them: Krum counts one neighbour even where n - m - 2 (Eq. 5.2
// of the thesis) is 0 or less; with m >= n - 3 two equal models win;
// Multi-Krum keeps one model where n - m (f of Eq. 5.3) is below 1; Bulyan
// picks one where n - 2m is, and averages one value where n - 4m is. For 2m + 3
// > n > 2m, as with 4 of 10 in the thesis, they are the equations as they
// stand.

/// By client: sum of the n - m - 2 (at least 1) smallest squared distances to
/// others. Blanchard et al. (NeurIPS 2017); the thesis (Eq. 5.2) sums distances
/// that are not squared.
/// @param among  rows that count; others score infinite
Vector krum_scores(const Matrix& squared, std::uint32_t malicious,
                   const std::vector<bool>& among);

/// The row Krum picks: the smallest score, of equal ones the first.
Index krum_choice(const RowsView& models, std::uint32_t malicious);

/// The one model nearest to its neighbours. Needs n >= 2m + 3.
RuleMethod krum_rule();
/// Mean of the n - m models with the smallest scores, computed once (thesis Eq.
/// 5.3). Needs n >= 2m + 3.
RuleMethod multi_krum_rule();
/// n - 2m models by Krum repeated on the remaining ones, then by coordinate the
/// mean of the n - 4m values closest to their median. El Mhamdi et al. (ICML
/// 2018). Needs n >= 4m + 3.
RuleMethod bulyan_rule();

}  // namespace fedltr
