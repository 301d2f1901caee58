// Conflicts of [aggregation] and [attack] of a [silo].
#include "app/schema/rules.hpp"

namespace fedltr {
namespace {

using C = const Choices&;

/// False if the order has no effect: no party steps, or all step together.
bool steps_one_by_one(C c) {
  return c.scenario.silo.options.order == JointOrder::kSerial &&
         find_key("silo.order")->applies(c.scenario);
}

/// Number of models that the rule receives.
std::int64_t parties_seen(C c) {
  return c.pre_aggregation.traits.models_of(c.scenario.silo.parties);
}

/// Maximum number of hostile parties that the rule tolerates; negative if there
/// are too few parties.
std::int64_t max_hostile(C c) {
  return c.rule.traits.max_malicious(parties_seen(c));
}

std::string parties_text(C c) {
  const std::string& models = c.pre_aggregation.traits.models;
  return std::to_string(parties_seen(c)) +
         (models == "clients" ? " parties" : " " + models);
}

std::string parties_need_text(C c) {
  return c.rule.name + " needs " + c.rule.traits.condition +
         ", and n = " + parties_text(c);
}

Found party_rule_conflict(C c) {
  if (c.is_robust() && c.scenario.silo.parties < 3)
    return conflict("aggregation.rule",
                    "compares parties, and of two it can't know which is "
                    "hostile: expected silo.parties of 3 or more");
  if (c.is_robust() && steps_one_by_one(c))
    return conflict(
        "aggregation.rule",
        "compares parties' steps from one model, but with silo.order = serial "
        "each step has its own: expected silo.order = parallel");
  if (c.rule.traits.needs_root_data)
    return conflict(
        "aggregation.rule",
        "needs training queries of the server's own, but a relay has none");
  if (c.rule.traits.follows_clients)
    return conflict("aggregation.rule",
                    "follows each client from round to round, but a joint step "
                    "does not identify the parties");
  if (c.is_robust() && assumed_malicious(c.scenario) >= parties_seen(c))
    return conflict("aggregation.malicious",
                    "must be less than n = " + parties_text(c) +
                        ", which the rule compares");
  return unless_allowed(c, unmet_by_parties(c));
}

Found party_attack_conflict(C c) {
  if (c.attack.traits.on_data())
    return conflict(
        "attack.kind",
        "attacks clicks, and a [silo] has none: expected an attack on models");
  if (c.attack.traits.replaces_model)
    return conflict("attack.kind",
                    "replaces the global model, but parties send steps from "
                    "it: expected another attack on models");
  if (c.attack.traits.promotes)
    return conflict("attack.kind",
                    "pushes a feature of the data up, and a [silo] makes its "
                    "own: expected another attack on models");
  if (c.is_attacked() && steps_one_by_one(c))
    return conflict(
        "attack.kind",
        "attacks a step of all parties, but with silo.order = serial each "
        "party has its own: expected silo.order = parallel");
  if (2 * std::uint64_t{attackers_of(c.scenario)} >= c.scenario.silo.parties)
    return conflict("attack.clients",
                    "must be less than half of silo.parties = " +
                        std::to_string(c.scenario.silo.parties));
  return {};
}

}  // namespace

Found unmet_by_parties(C c) {
  if (!c.is_robust()) return {};
  const std::int64_t most = max_hostile(c);
  if (most < 1)
    return conflict(
        "aggregation.rule",
        parties_need_text(c) + " leaves m = 0: it withstands no attacker");
  if (std::int64_t{assumed_malicious(c.scenario)} > most)
    return conflict(
        "aggregation.malicious",
        parties_need_text(c) + ": m is at most " + std::to_string(most));
  return {};
}

Found silo_defence_conflict(C c) {
  return first_conflict(c, {party_rule_conflict, party_attack_conflict});
}

}  // namespace fedltr
