#pragma once

#include <cstdint>
#include <string>

#include "algorithms/statistics/spread.hpp"

// Numbers as people read them, in the terminal and in reports.
namespace fedltr {

/// Formats a number: four decimals, "-" for NaN, "unbounded" for infinity.
std::string metric_text(double value);
/// Formats "0.7176 ± 0.0263": mean and standard deviation, if there is one.
std::string spread_text(const Spread& spread);
/// Formats "1 run", "1,234 runs".
std::string plural(std::uint64_t count, const char* noun);
/// Formats a number with a sign.
std::string difference_text(double value);
/// Formats a count with commas, other numbers with four digits.
std::string number_text(double value);
/// Formats "p < .0001" or "p = .0123".
std::string p_value_text(double p);

}  // namespace fedltr
