#pragma once

#include <string>

// Numbers as people read them, in the terminal and in reports.
namespace fedltr {

/// Formats a number: four decimals, "-" for NaN, "unbounded" for infinity.
std::string metric_text(double value);
/// Formats a number with a sign.
std::string difference_text(double value);
/// Formats a count with commas, other numbers with four digits.
std::string number_text(double value);
/// Formats "p < .0001" or "p = .0123".
std::string p_value_text(double p);

}  // namespace fedltr
