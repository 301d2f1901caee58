#include "app/schema/rules.hpp"

namespace fedltr {

Found first_conflict(const Choices& choices,
                     std::initializer_list<Found (*)(const Choices&)> rules) {
  for (const auto rule : rules)
    if (auto found = rule(choices)) return found;
  return {};
}

Found broken_rule(const Choices& choices) {
  if (choices.scenario.members.on) return members_conflict(choices);
  if (choices.scenario.silo.on) return silo_conflict(choices);
  return first_conflict(
      choices,
      {data_conflict, learning_conflict, logging_conflict, privacy_conflict,
       heterogeneity_conflict, defence_conflict, unlearning_conflict,
       fault_conflict, synthetic_conflict, secure_conflict});
}

Found unless_allowed(const Choices& choices, Found unmet) {
  if (choices.scenario.aggregation.warns) return {};
  if (unmet)
    unmet->what += "; to run it with a warning: aggregation.condition = warn";
  return unmet;
}

std::optional<Conflict> find_conflict(const Scenario& scenario) {
  return broken_rule(Choices(scenario));
}

Complaint unknown_client(const Scenario& scenario,
                         const std::vector<std::uint32_t>& clients) {
  const std::uint32_t known = scenario.federation.clients;
  if (clients.empty() || clients.back() < known) return std::nullopt;
  return "names client " + std::to_string(clients.back()) +
         ", but clients are numbered 0 to " + std::to_string(known - 1);
}

}  // namespace fedltr
