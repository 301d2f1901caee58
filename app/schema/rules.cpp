#include "app/schema/rules.hpp"

namespace fedltr {

std::optional<Conflict> ConflictRule::operator()(const Choices& choices) const {
  if (when_ && !when_(choices)) return std::nullopt;
  const std::optional<std::string> what =
      find_ ? find_(choices) : message_(choices);
  if (!what) return std::nullopt;
  return Conflict{key_(choices), *what};
}

ConflictRules conflict_rules(bool silo) {
  if (silo) return silo_rules();
  ConflictRules all;
  for (const auto& rules :
       {data_rules, learning_rules, privacy_rules, heterogeneity_rules,
        defence_rules, unlearning_rules, fault_rules, synthetic_rules,
        secure_rules})
    for (const ConflictRule& rule : rules()) all.push_back(rule);
  return all;
}

std::optional<Conflict> find_conflict(const Scenario& scenario) {
  static const ConflictRules federation = conflict_rules(false);
  static const ConflictRules silo = conflict_rules(true);
  const Choices choices(scenario);
  for (const ConflictRule& rule : scenario.silo.on ? silo : federation)
    if (auto conflict = rule(choices)) return conflict;
  return std::nullopt;
}

std::optional<std::string> unknown_client(
    const Scenario& scenario, const std::vector<std::uint32_t>& clients) {
  const std::uint32_t known = scenario.federation.clients;
  if (clients.empty() || clients.back() < known) return std::nullopt;
  return "names client " + std::to_string(clients.back()) +
         ", but clients are numbered 0 to " + std::to_string(known - 1);
}

}  // namespace fedltr
