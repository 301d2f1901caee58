#include "app/plan/silo_rule.hpp"

#include "app/schema/choices.hpp"
#include "app/schema/rule_warnings.hpp"

namespace fedltr {
namespace {

/// Minimum number of parties with which a rule tolerates `hostile` hostile
/// ones; all parties if there are fewer, which aggregation.condition = warn
/// allows.
std::size_t least_parties(const Choices& choices, std::uint32_t hostile) {
  const std::int64_t all = choices.scenario.silo.parties;
  std::int64_t parties = 1;
  while (parties < all && choices.rule.traits.max_malicious(
                              choices.pre_aggregation.traits.models_of(
                                  parties)) < std::int64_t{hostile})
    ++parties;
  return static_cast<std::size_t>(parties);
}

}  // namespace

PartyRule party_rule_of(const Scenario& scenario, std::uint64_t seed) {
  const Choices choices(scenario);
  if (!choices.is_robust()) return {};
  RuleOptions options;
  options.parameters = scenario.aggregation.parameters;
  options.malicious = assumed_malicious(scenario);
  options.clients = scenario.silo.parties;
  options.seed = seed;
  return {[rule = scenario.aggregation.rule,
           before = scenario.aggregation.pre_aggregation,
           options] { return make_robust_rule(rule, before, options); },
          least_parties(choices, options.malicious)};
}

PartyAttack party_attack_of(const Scenario& scenario, std::uint64_t seed) {
  const Choices choices(scenario);
  if (!choices.attack.make) return {};
  const AttackOptions options{scenario.attack.parameters,
                              scenario.silo.options.training.joint_iterations,
                              party_rule_of(scenario, seed).make};
  return {[make = choices.attack.make, options] { return make(options); },
          attackers_of(scenario), scenario.attack.full,
          assumed_malicious(scenario), seed};
}

std::optional<std::string> party_rule_text(const Scenario& scenario) {
  if (!find_key("aggregation.rule")->applies(scenario)) return std::nullopt;
  const Choices choices(scenario);
  if (!choices.is_robust()) return "mean, which one party can move at will";
  std::string text =
      (choices.pre_aggregation.make ? choices.pre_aggregation.name + " and "
                                    : std::string()) +
      choices.rule.name + ", taking " +
      std::to_string(assumed_malicious(scenario)) + " of " +
      std::to_string(scenario.silo.parties) + " parties for hostile";
  for (const std::string& warning : rule_warnings(scenario))
    text += " (" + warning + ")";
  return text;
}

}  // namespace fedltr
