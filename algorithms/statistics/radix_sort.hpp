#pragma once

#include <vector>

namespace fedltr {

/// Sorts numbers of which none is negative (nor -0) or NaN, in time of their
/// number: their bits, read as whole numbers, stand in the same order, and are
/// dealt out eleven at a time, from the lowest (Knuth, The Art of Computer
/// Programming 3, 5.2.5).
/// @param scratch  overwritten; keeps its memory from call to call
void radix_sort(std::vector<double>& values, std::vector<double>& scratch);

}  // namespace fedltr
