#pragma once

#include <vector>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/aggregation/pre_aggregation.hpp"
#include "algorithms/attacks/attack.hpp"
#include "algorithms/clicks/click_model.hpp"
#include "algorithms/heterogeneity/split.hpp"
#include "algorithms/online/learner.hpp"
#include "algorithms/privacy/mechanism.hpp"
#include "algorithms/ranking/ranker.hpp"
#include "algorithms/unlearning/schedule.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// The methods a scenario chose, to ask for their traits. Refers to the
/// scenario, which must outlive it.
struct Choices {
  explicit Choices(const Scenario& of);
  explicit Choices(Scenario&&) = delete;

  const Scenario& scenario;
  const RankerMethod& ranker;
  const LearnerMethod& learner;
  const RuleMethod& rule;
  const Method<PreAggregation, PreAggregationTraits>& pre_aggregation;
  const AttackMethod& attack;
  const MechanismMethod& mechanism;
  const ClickMethod& clicks;
  const Method<UnlearningMethod>* unlearning;  ///< nullptr: nobody leaves
  std::vector<const SplitMethod*> splits;

  /// Whether the rule looks at each model, not at their sum only.
  bool is_robust() const { return static_cast<bool>(rule.make); }
  /// Whether anybody attacks, be it not from the first round on.
  bool is_attacked() const {
    return attack.traits.on_models || attack.traits.on_data();
  }
  bool sends_models() const { return learner.traits.sends_models; }
  bool is_sound() const { return scenario.privacy.mode == PrivacyMode::kSound; }
  /// Whether the published form of a mechanism protects sums of all only.
  bool needs_all_clients() const {
    return mechanism.traits.needs_all_clients && !is_sound();
  }
  /// Searches of one model, of which a round is a whole number.
  Index searches_per_step() const;
  bool is_antithetic() const;

  /// Whether a trait holds of one of the splits.
  bool any_split(bool SplitTraits::*trait) const;
  /// Whether clients make different numbers of searches.
  bool varies_searches() const;
  /// Whether clients differ.
  bool is_split() const;
};

}  // namespace fedltr
