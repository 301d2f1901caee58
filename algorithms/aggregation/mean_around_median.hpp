#pragma once

#include <span>

#include "algorithms/aggregation/robust.hpp"

namespace fedltr {

/// By coordinate: the mean of the n - m values closest to the median. Xie,
/// Koyejo and Gupta (arXiv 1802.10116). Needs n > 2m.
RuleMethod mean_around_median_rule();

/// By coordinate: the mean of the `kept` values of some rows that are closest
/// to the median of these rows; of two equally close, the smaller.
/// @param rows    1 <= kept <= rows.size()
/// @param selection  by row of models, overwritten: its selection weight, 1 on
///                   average
Vector mean_around_median(const RowsView& models,
                          std::span<const std::size_t> rows, std::size_t kept,
                          std::span<double> selection);

}  // namespace fedltr
