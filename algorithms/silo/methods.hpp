#pragma once

#include "algorithms/silo/silo_training.hpp"

namespace fedltr {

/// All silo methods, in the order in which a run trains and reports them; no
/// place in it has a meaning.
const Methods<SiloMethod>& silo_methods();

/// The method of a role that one of them has.
/// @throws std::invalid_argument  if none has
const Method<SiloMethod>& silo_method(SiloRole role);

}  // namespace fedltr
