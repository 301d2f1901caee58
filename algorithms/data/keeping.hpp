#pragma once

#include "algorithms/data/normalize.hpp"

namespace fedltr {

/// Preparation of a set's features before learning, in this order.
struct Keeping {
  Normalizer normalizer = {};
  Storage storage = Storage::kFloat64;
};

/// @param data  as read, stored as float64
Dataset kept(Dataset data, const Keeping& keeping);

}  // namespace fedltr
