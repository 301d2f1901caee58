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

/// Methods that a scenario chose, to query their traits. Refers to the
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
  const Method<UnlearningMethod>* unlearning;  ///< nullptr: no client leaves
  std::vector<const SplitMethod*> splits;

  /// True if the rule compares single models instead of using only their sum.
  bool is_robust() const { return static_cast<bool>(rule.make); }
  /// True if the caller's rule replaces the named one and any pre-aggregation.
  bool brings_rule() const;
  /// True if the caller's attack replaces the named one.
  bool brings_attack() const;
  /// True if the caller's click model replaces the named one.
  bool brings_clicks() const;
  /// True if any client attacks, even if only from a later round on.
  bool is_attacked() const {
    return attack.traits.on_models || attack.traits.on_data();
  }
  bool sends_models() const { return learner.traits.sends_models; }
  bool is_sound() const { return scenario.privacy.mode == PrivacyMode::kSound; }
  /// True if the mechanism is used as published and needs every client's noise.
  bool needs_all_clients() const {
    return mechanism.traits.needs_all_clients && !is_sound();
  }
  /// Searches per model; divides the searches of a round.
  Index searches_per_step() const;
  bool is_antithetic() const;

  /// True if any of the splits has the trait.
  bool any_split(bool SplitTraits::*trait) const;
  /// True if clients make different numbers of searches.
  bool varies_searches() const;
  /// True if clients differ.
  bool is_split() const;
};

}  // namespace fedltr
