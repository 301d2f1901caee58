#pragma once

#include "algorithms/data/dataset.hpp"

namespace fedltr {

/// What becomes of a set's features before they are learned from, in this
/// order.
struct Keeping {
  bool minmax = false;  ///< normalize_query_minmax()
  Storage storage = Storage::kFloat64;
};

/// @param data  as it was read, kept as float64
Dataset kept(Dataset data, const Keeping& keeping);

}  // namespace fedltr
