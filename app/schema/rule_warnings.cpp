#include "app/schema/rule_warnings.hpp"

#include "app/schema/rules.hpp"

namespace fedltr {
namespace {

using C = const Choices&;

bool uses_malicious(C c) {
  return c.is_robust() && (c.rule.traits.uses_malicious ||
                           c.pre_aggregation.traits.uses_malicious);
}

std::string warning_of(const Conflict& unmet, const Scenario& scenario) {
  return unmet.key + " = " + scenario.text.at(unmet.key) + ": " + unmet.what +
         "; aggregation.condition = warn: it runs, but nothing bounds what "
         "attackers do to it";
}

}  // namespace

std::optional<std::uint32_t> number_assumed(const Scenario& scenario) {
  if (!uses_malicious(Choices(scenario))) return std::nullopt;
  return assumed_malicious(scenario);
}

std::optional<std::uint32_t> number_by_auto(const Scenario& scenario) {
  if (scenario.aggregation.malicious) return std::nullopt;
  return number_assumed(scenario);
}

std::vector<std::string> rule_warnings(const Scenario& scenario) {
  std::vector<std::string> warnings;
  const Choices choices(scenario);
  if (scenario.silo.on && !find_key("aggregation.rule")->applies(scenario))
    return warnings;
  const auto add = [&](const Found& unmet) {
    if (unmet) warnings.push_back(warning_of(*unmet, scenario));
  };
  if (scenario.silo.on) {
    add(unmet_by_parties(choices));
  } else {
    add(unmet_by_clients(choices));
    add(unmet_by_updates(choices));
    add(unmet_by_stayers(choices));
  }
  const auto number = number_by_auto(scenario);
  const std::uint32_t attackers = attackers_of(scenario);
  if (number && *number < attackers && !scenario.aggregation.warns)
    warnings.push_back(
        "aggregation.malicious = auto: takes m = " + std::to_string(*number) +
        ", fewer than the " + std::to_string(attackers) + " attackers: " +
        choices.rule.name + " needs " + choices.rule.traits.condition +
        "; aggregation.condition = warn takes them all");
  return warnings;
}

}  // namespace fedltr
