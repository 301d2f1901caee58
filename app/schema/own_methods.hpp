#pragma once

#include <optional>

#include "algorithms/aggregation/robust.hpp"
#include "algorithms/attacks/attack.hpp"
#include "algorithms/clicks/click_model.hpp"
#include "algorithms/online/learner.hpp"

namespace fedltr {

/// Methods that a caller of the program's code brings itself, each in place of
/// the one that the scenario names; nullopt: that one. Such a method may hold
/// what no file describes, so it runs in this process only, and its runs are
/// neither written nor resumed.
struct OwnMethods {
  /// Sees the local models themselves, without a pre-aggregation.
  std::optional<RuleMethod> rule;
  std::optional<AttackMethod> attack;
  std::optional<ClickMethod> clicks;
  std::optional<LearnerMethod> learner;
  std::optional<RankerMethod> ranker;
};

}  // namespace fedltr
