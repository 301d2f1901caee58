#pragma once

#include <utility>
#include <vector>

#include "algorithms/aggregation/robust.hpp"

namespace fedltr {

/// By coordinate: the mean of the n - m values closest to the median. Xie,
/// Koyejo and Gupta (arXiv 1802.10116). Needs n > 2m.
RuleMethod mean_around_median_rule();

/// Mean of the values closest to their median, of two as close the smaller.
/// @param values  with the row of each; sorted
/// @param used    by row: increased by 1 for each value that is in the mean
double mean_around_median(std::vector<std::pair<double, std::size_t>>& values,
                          std::size_t kept, std::vector<double>& used);

}  // namespace fedltr
