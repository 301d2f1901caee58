#pragma once

#include <cstddef>
#include <span>

namespace fedltr {

/// Mean, sample standard deviation and number of values, e.g. of one metric
/// over the runs.
struct Spread {
  double mean = 0;
  double std = 0;  ///< NaN for fewer than two values
  std::size_t n = 0;
};

/// @return  n = 0 for no values, and NaN if a value is NaN
Spread spread_of(std::span<const double> values);

}  // namespace fedltr
