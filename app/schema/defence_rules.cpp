// Conflicts of [aggregation] and [attack].
#include "app/schema/rules.hpp"

namespace fedltr {
namespace {

using C = const Choices&;

/// Number of models that the rule receives in a round.
std::int64_t models_seen(C c) {
  return c.pre_aggregation.traits.models_of(participants_of(c.scenario));
}

/// Maximum number of malicious clients that the rule tolerates.
std::int64_t max_malicious(C c) {
  return c.rule.traits.max_malicious(models_seen(c));
}

std::string models_text(C c) {
  return std::to_string(models_seen(c)) + " " + c.pre_aggregation.traits.models;
}

std::string condition_text(C c) {
  const bool clients = c.pre_aggregation.traits.models == "clients";
  return c.rule.name + " needs " + c.rule.traits.condition + ", but n = " +
         (clients ? std::to_string(models_seen(c)) : models_text(c)) +
         " and m = " + std::to_string(assumed_malicious(c.scenario));
}

Complaint event_beyond_attackers(C c) {
  const std::uint32_t attackers = attackers_of(c.scenario);
  for (const TimelineEntry& entry : c.scenario.timeline.entries)
    if ((entry.event == Event::kAttack || entry.event == Event::kHonest) &&
        c.is_attacked() && !entry.clients.empty() &&
        entry.clients.back() >= attackers)
      return "names client " + std::to_string(entry.clients.back()) +
             ", but attackers are the clients below " +
             std::to_string(attackers);
  return std::nullopt;
}

Found rule_conflict(C c) {
  if (c.is_robust() && !c.sends_models())
    return conflict(c.brings_rule() ? "learner.method" : "aggregation.rule",
                    "robust rules compare models, which " + c.learner.name +
                        " does not send");
  if (c.is_robust() && c.scenario.privacy.shares > 1)
    return conflict("aggregation.rule",
                    "reads each message, but privacy.shares protect only sums");
  if (c.rule.traits.needs_root_data &&
      c.scenario.federation.local == LocalObjective::kFedPer)
    return conflict(
        "aggregation.rule",
        c.rule.name + " trains complete models, of which fedper shares a part");
  if (c.rule.traits.follows_clients && c.pre_aggregation.make)
    return conflict(
        "aggregation.pre-aggregation",
        c.rule.name +
            " follows each client, so a step that mixes clients can't be used");
  if (c.is_robust() && assumed_malicious(c.scenario) > max_malicious(c) &&
      assumed_malicious(c.scenario) >= models_seen(c))
    return conflict("aggregation.malicious",
                    "must be less than n = " + models_text(c) +
                        ", which the rule compares");
  return unless_allowed(c, unmet_by_clients(c));
}

Found attack_conflict(C c) {
  if (2 * std::uint64_t{attackers_of(c.scenario)} >=
      c.scenario.federation.clients)
    return conflict("attack.clients",
                    "must be less than half of federation.clients = " +
                        std::to_string(c.scenario.federation.clients));
  if (c.attack.traits.on_models && !c.sends_models())
    return conflict(c.brings_attack() ? "learner.method" : "attack.kind",
                    c.attack.name + " attacks models, which " + c.learner.name +
                        " does not send");
  if (c.attack.traits.promotes &&
      c.scenario.federation.local == LocalObjective::kFedPer)
    return conflict(
        "attack.kind",
        c.attack.name +
            " needs complete models, of which fedper shares a part");
  if (const auto what = event_beyond_attackers(c))
    return conflict("timeline.at", *what);
  return {};
}

}  // namespace

Found unmet_by_clients(C c) {
  if (!c.is_robust()) return {};
  const std::int64_t most = max_malicious(c);
  if (most < 0) return conflict("aggregation.rule", condition_text(c));
  if (assumed_malicious(c.scenario) > most)
    return conflict(
        "aggregation.malicious",
        condition_text(c) + "; m is at most " + std::to_string(most));
  return {};
}

Found defence_conflict(C c) {
  return first_conflict(c, {rule_conflict, attack_conflict});
}

}  // namespace fedltr
