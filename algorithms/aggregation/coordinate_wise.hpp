#pragma once

#include "algorithms/aggregation/robust.hpp"

namespace fedltr {

/// By coordinate: drops the m largest and the m smallest values, mean of the
/// rest. Yin et al. (ICML 2018); thesis Eq. 5.4. Needs n > 2m.
RuleMethod trimmed_mean_rule();

/// By coordinate: the median, for even n the mean of the middle two. Yin et al.
/// (ICML 2018); thesis Eq. 5.5.
RuleMethod median_rule();

/// The coordinate-wise median.
Vector median_of_rows(const RowsView& models);

}  // namespace fedltr
