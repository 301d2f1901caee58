#pragma once

#include <vector>

namespace fedltr {

/// Sorts numbers, none of them negative (nor -0) or NaN, in linear time: their
/// bits, read as integers, have the same order, and are distributed eleven at a
/// time, from the lowest (Knuth, The Art of Computer Programming 3, 5.2.5).
/// @param scratch  overwritten; keeps its memory from call to call
void radix_sort(std::vector<double>& values, std::vector<double>& scratch);

}  // namespace fedltr
