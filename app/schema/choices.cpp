#include "app/schema/choices.hpp"

#include <algorithm>

#include "app/schema/own_methods.hpp"

namespace fedltr {
namespace {

/// Returns nullptr for a name that is no method: no client leaves.
const Method<UnlearningMethod>* find_unlearning(const std::string& name) {
  const auto& methods = unlearning_methods();
  const auto found =
      std::ranges::find(methods, name, &Method<UnlearningMethod>::name);
  return found == methods.end() ? nullptr : &*found;
}

std::vector<const SplitMethod*> find_splits(
    const std::vector<std::string>& kinds) {
  std::vector<const SplitMethod*> found;
  for (const std::string& kind : kinds) found.push_back(&find(splits(), kind));
  return found;
}

/// Returns the caller's own method, or else the named one.
template <class Own>
const Own& choose(const Scenario& scenario, std::optional<Own> OwnMethods::*own,
                  const std::vector<Own>& methods, const std::string& name) {
  if (scenario.own && (*scenario.own).*own) return *((*scenario.own).*own);
  return find(methods, name);
}

}  // namespace

Choices::Choices(const Scenario& of)
    : scenario(of),
      ranker(choose(of, &OwnMethods::ranker, rankers(), of.ranker.model)),
      learner(choose(of, &OwnMethods::learner, learners(), of.learner.method)),
      rule(choose(of, &OwnMethods::rule, aggregation_rules(),
                  of.aggregation.rule)),
      pre_aggregation(
          find(pre_aggregations(),
               brings_rule() ? "none" : of.aggregation.pre_aggregation)),
      attack(choose(of, &OwnMethods::attack, attacks(), of.attack.kind)),
      mechanism(find(mechanisms(), of.privacy.mechanism)),
      clicks(choose(of, &OwnMethods::clicks, click_models(), of.clicks.model)),
      unlearning(find_unlearning(of.unlearning.method)),
      splits(find_splits(of.heterogeneity.kinds)) {}

bool Choices::brings_rule() const {
  return scenario.own && scenario.own->rule;
}

bool Choices::brings_attack() const {
  return scenario.own && scenario.own->attack;
}

bool Choices::brings_clicks() const {
  return scenario.own && scenario.own->clicks;
}

Index Choices::searches_per_step() const {
  const auto& searches = learner.traits.searches_per_step;
  return searches ? searches(scenario.learner.parameters) : 1;
}

bool Choices::is_antithetic() const {
  const auto& antithetic = learner.traits.antithetic;
  return antithetic && antithetic(scenario.learner.parameters);
}

bool Choices::any_split(bool SplitTraits::*trait) const {
  return std::ranges::any_of(
      splits, [&](const SplitMethod* split) { return split->traits.*trait; });
}

bool Choices::varies_searches() const {
  return std::ranges::any_of(splits, [](const SplitMethod* split) {
    return static_cast<bool>(split->traits.searches);
  });
}

bool Choices::is_split() const {
  return scenario.heterogeneity.kinds != std::vector<std::string>{kIidSplit};
}

}  // namespace fedltr
