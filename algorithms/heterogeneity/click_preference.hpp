#pragma once

#include "algorithms/heterogeneity/split.hpp"

namespace fedltr {

/// Type 3, thesis section 4.5.1: client i has user i modulo their number, of
/// perfect, navigational and informational (`cascade`), or position-based with
/// eta 0, .5, 1, 1.5, 2 (`pbm`). As an IID baseline each client draws a new one
/// of them in each round.
SplitMethod click_preference_split();

}  // namespace fedltr
