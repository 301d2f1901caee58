// Conflict rules of [aggregation] and [attack] of a [silo].
#include "app/schema/rules.hpp"

namespace fedltr {
namespace {

using C = const Choices&;

/// False if the order has no effect: no party steps, or all step together.
bool steps_one_by_one(C c) {
  return c.scenario.silo.options.order == JointOrder::kSerial &&
         find_key("silo.order")->applies(c.scenario);
}

/// Maximum number of hostile parties that the rule tolerates; negative if there
/// are too few parties.
std::int64_t max_hostile(C c) {
  return c.rule.traits.max_malicious(
      c.pre_aggregation.traits.models_of(c.scenario.silo.parties));
}

std::string condition_text(C c) {
  const auto& before = c.pre_aggregation.traits;
  return c.rule.name + " needs " + c.rule.traits.condition + ", and n = " +
         std::to_string(before.models_of(c.scenario.silo.parties)) +
         (before.models == "clients" ? " parties" : " " + before.models);
}

ConflictRules rule_rules() {
  return {
      {"aggregation.rule",
       [](C c) { return c.is_robust() && c.scenario.silo.parties < 3; },
       "compares parties, and of two nobody knows which is hostile: expected "
       "silo.parties of 3 or more"},
      {"aggregation.rule",
       [](C c) { return c.is_robust() && steps_one_by_one(c); },
       "compares what parties tell of one model, and silo.order = serial has "
       "each step by itself: expected silo.order = parallel"},
      {"aggregation.rule", [](C c) { return c.rule.traits.needs_root_data; },
       "needs training queries of the server's own, and a relay has none"},
      {"aggregation.rule", [](C c) { return c.rule.traits.follows_clients; },
       "follows each client from round to round, and a joint step tells it of "
       "no party who it is"},
      {"aggregation.rule",
       [](C c) { return c.is_robust() && max_hostile(c) < 1; },
       [](C c) {
         return condition_text(c) + " leaves m = 0: it stands nobody";
       }},
      {"aggregation.malicious",
       [](C c) {
         return c.is_robust() &&
                std::int64_t{assumed_malicious(c.scenario)} > max_hostile(c);
       },
       [](C c) {
         return condition_text(c) + ": m is at most " +
                std::to_string(max_hostile(c));
       }},
  };
}

ConflictRules attack_rules() {
  return {
      {"attack.kind", [](C c) { return c.attack.traits.on_data(); },
       "is on clicks, and a [silo] has none: expected an attack on models"},
      {"attack.kind", [](C c) { return c.attack.traits.replaces_model; },
       "puts a model in place of the global one, and parties send steps from "
       "it: expected another attack on models"},
      {"attack.kind",
       [](C c) { return c.is_attacked() && steps_one_by_one(c); },
       "is on a step of all parties, and silo.order = serial has each step by "
       "itself: expected silo.order = parallel"},
      {"attack.clients",
       [](C c) {
         return 2 * std::uint64_t{attackers_of(c.scenario)} >=
                c.scenario.silo.parties;
       },
       [](C c) {
         return "must be less than half of silo.parties = " +
                std::to_string(c.scenario.silo.parties);
       }},
  };
}

}  // namespace

ConflictRules silo_defence_rules() {
  ConflictRules all = rule_rules();
  for (const ConflictRule& rule : attack_rules()) all.push_back(rule);
  return all;
}

}  // namespace fedltr
