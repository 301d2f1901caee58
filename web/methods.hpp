#pragma once

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/attacks/attack.hpp"
#include "algorithms/online/learner.hpp"

namespace fedltr {

/// Methods of a module, in the order of the program's tables.
struct WebMethods {
  Methods<RobustFactory, RuleTraits> rules;
  Methods<AttackFactory, AttackTraits> attacks;
  Methods<LearnerFactory, LearnerTraits> learners;
};

/// Returns the program's methods (all_methods.cpp), or the part of them that
/// keeps the page small (page_methods.cpp): a module is linked with one of the
/// two.
const WebMethods& web_methods();

}  // namespace fedltr
