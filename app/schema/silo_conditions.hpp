#pragma once

#include "algorithms/silo/methods.hpp"
#include "app/schema/key.hpp"

// Conditions of the keys of a [silo].
namespace fedltr {

/// A method with this trait is chosen.
Condition silo_method_with(bool SiloMethod::*trait);
/// silo.recipe = papers.
Condition papers_recipe();
/// silo.recipe = papers, and a method with this trait.
Condition papers_recipe_with(bool SiloMethod::*trait);
Condition listwise_recipe();
/// In a [silo], a method that trains jointly is chosen.
Condition joint_in_silo();

}  // namespace fedltr
