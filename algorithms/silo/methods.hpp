#pragma once

#include "algorithms/silo/silo_training.hpp"

namespace fedltr {

/// All silo methods, in the order in which a run trains and reports them; the
/// order has no other meaning.
const Methods<SiloMethod>& silo_methods();

/// The method with a role that one method has.
/// @throws std::invalid_argument  if none has
const Method<SiloMethod>& silo_method(SiloRole role);

}  // namespace fedltr
