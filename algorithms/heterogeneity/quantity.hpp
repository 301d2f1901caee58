#pragma once

#include "algorithms/heterogeneity/split.hpp"

namespace fedltr {

/// Type 4, thesis section 4.5.2: client i makes `interactions[i]` searches in a
/// round (modulo their number), by default 1, 3, 5, 7, 9. As an IID baseline
/// all make the federation's number.
SplitMethod quantity_split();

}  // namespace fedltr
