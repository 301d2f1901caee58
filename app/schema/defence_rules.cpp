// Conflict rules of [aggregation] and [attack].
#include "app/schema/rules.hpp"

namespace fedltr {
namespace {

using C = const Choices&;
using Found = std::optional<std::string>;

/// Number of models that the rule receives in a round.
std::int64_t models_seen(C c) {
  return c.pre_aggregation.traits.models_of(participants_of(c.scenario));
}

/// Maximum number of malicious clients that the rule tolerates.
std::int64_t max_malicious(C c) {
  return c.rule.traits.max_malicious(models_seen(c));
}

std::string condition_text(C c) {
  const auto& models = c.pre_aggregation.traits.models;
  return c.rule.name + " needs " + c.rule.traits.condition +
         ", but n = " + std::to_string(models_seen(c)) +
         (models == "clients" ? "" : " " + models) +
         " and m = " + std::to_string(assumed_malicious(c.scenario));
}

Found event_beyond_attackers(C c) {
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

ConflictRules rule_rules() {
  return {
      {"aggregation.rule",
       [](C c) { return c.is_robust() && !c.sends_models(); },
       [](C c) {
         return "robust rules compare models, which " + c.learner.name +
                " does not send";
       }},
      {"aggregation.rule",
       [](C c) { return c.is_robust() && c.scenario.privacy.shares > 1; },
       "looks at each message, but privacy.shares protect sums only"},
      {"aggregation.rule",
       [](C c) {
         return c.rule.traits.needs_root_data &&
                c.scenario.federation.local == LocalObjective::kFedPer;
       },
       [](C c) {
         return c.rule.name +
                " trains whole models, of which fedper shares a part";
       }},
      {"aggregation.pre-aggregation",
       [](C c) {
         return c.rule.traits.follows_clients && c.pre_aggregation.make;
       },
       [](C c) {
         return c.rule.name + " follows each client, so nothing may mix them";
       }},
      {"aggregation.rule",
       [](C c) { return c.is_robust() && max_malicious(c) < 0; },
       condition_text},
      {"aggregation.malicious",
       [](C c) {
         return c.is_robust() &&
                assumed_malicious(c.scenario) > max_malicious(c);
       },
       [](C c) {
         return condition_text(c) + "; m is at most " +
                std::to_string(max_malicious(c));
       }},
  };
}

ConflictRules attack_rules() {
  return {
      {"attack.clients",
       [](C c) {
         return 2 * std::uint64_t{attackers_of(c.scenario)} >=
                c.scenario.federation.clients;
       },
       [](C c) {
         return "must be less than half of federation.clients = " +
                std::to_string(c.scenario.federation.clients);
       }},
      {"attack.kind",
       [](C c) { return c.attack.traits.on_models && !c.sends_models(); },
       [](C c) {
         return "is on models, which " + c.learner.name + " does not send";
       }},
      {"timeline.at", event_beyond_attackers},
  };
}

}  // namespace

ConflictRules defence_rules() {
  ConflictRules all = rule_rules();
  for (const ConflictRule& rule : attack_rules()) all.push_back(rule);
  return all;
}

}  // namespace fedltr
