#include "app/schema/rule_warnings.hpp"

#include <algorithm>

#include <spdlog/fmt/fmt.h>

#include "algorithms/federation/participation.hpp"
#include "algorithms/heterogeneity/by_user.hpp"
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

/// Number of expected rounds of a run below which none is worth a word.
constexpr double kFewRounds = 0.01;

/// True if the clients of a round are drawn, and the rule looks at that round
/// only.
bool judges_drawn_rounds(C c) {
  const Scenario& scenario = c.scenario;
  const bool by_time = c.any_split(&SplitTraits::by_log) &&
                       takes_turns(scenario.heterogeneity.options.parameters);
  return c.is_robust() && !scenario.silo.on && !by_time &&
         !c.rule.traits.follows_clients;
}

/// Number of clients that are not absent, or of parties of a [silo].
std::uint32_t clients_there(const Scenario& scenario) {
  if (scenario.silo.on) return scenario.silo.parties;
  return static_cast<std::uint32_t>(scenario.federation.clients -
                                    scenario.federation.absent.size());
}

/// Number of those that ever attack.
std::uint32_t attackers_there(const Scenario& scenario) {
  const std::uint32_t attackers = attackers_of(scenario);
  if (scenario.silo.on) return attackers;
  const auto away = std::ranges::count_if(
      scenario.federation.absent,
      [&](std::uint32_t client) { return client < attackers; });
  return attackers - static_cast<std::uint32_t>(away);
}

/// Returns a warning if all take part and the rule withstands fewer attackers
/// than there are, within its condition: because a scenario sets the number, or
/// because a rule that uses none compares fewer models than clients.
std::optional<std::string> warning_of_number(C c) {
  const Scenario& scenario = c.scenario;
  const auto& said = scenario.aggregation.malicious;
  const bool uses = uses_malicious(c);
  const std::uint32_t clients = clients_there(scenario);
  const bool all = scenario.silo.on || participants_of(scenario) == clients;
  if (!c.is_robust() || !all || (!said && (uses || scenario.aggregation.warns)))
    return std::nullopt;
  const std::int64_t most =
      uses ? *said
           : c.rule.traits.max_malicious(
                 c.pre_aggregation.traits.models_of(clients));
  const std::uint32_t attackers = attackers_there(scenario);
  if (most < 0 || most >= attackers) return std::nullopt;
  return fmt::format(
      "{} = {}: fewer than the {} attackers: while more than {} attack, "
      "nothing bounds what they do",
      uses ? "aggregation.malicious" : c.rule.name + " withstands m", most,
      attackers, most);
}

/// Returns a warning if rounds are expected that have more attackers than the
/// rule assumes, or if it assumes none, withstands.
std::optional<std::string> warning_of_rounds(C c) {
  if (!judges_drawn_rounds(c)) return std::nullopt;
  const Scenario& scenario = c.scenario;
  const std::uint32_t attackers = attackers_there(scenario);
  const std::uint32_t clients = clients_there(scenario);
  const std::uint32_t drawn = participants_of(scenario);
  const bool assumes = uses_malicious(c);
  const std::int64_t most =
      assumes ? assumed_malicious(scenario)
              : c.rule.traits.max_malicious(
                    c.pre_aggregation.traits.models_of(drawn));
  if (drawn == clients || most < 0 || most >= drawn) return std::nullopt;
  const double chance = chance_to_draw_more(static_cast<std::uint32_t>(most),
                                            attackers, drawn, clients);
  const double rounds = chance * scenario.federation.rounds;
  if (rounds < kFewRounds) return std::nullopt;
  return fmt::format(
      "federation.participation = {}: a round draws {} of {} clients; {} at "
      "most m = {} attackers among them, but if all are present and all {} "
      "attackers attack in every round, there are more with probability "
      "{:.2g}, in {} of {} rounds on average: nothing bounds what they do "
      "there",
      scenario.text.at("federation.participation"), drawn, clients,
      c.rule.name + (assumes ? " assumes" : " withstands"), most, attackers,
      chance,
      fmt::format(fmt::runtime(rounds < 10 ? "{:.2g}" : "{:.0f}"), rounds),
      scenario.federation.rounds);
}

std::optional<std::string> warning_of_lists(const Scenario& scenario) {
  if (scenario.members.learns_from_log())
    return Choices(scenario).learner.traits.by_examination
               ? "members.source = log: position bias is corrected as far as "
                 "logging.propensities is right; trust bias remains, and "
                 "documents that are not shown are never learned about"
               : "members.source = log: biased; " +
                     Choices(scenario).learner.name +
                     " takes clicks for relevance, and users click what the "
                     "engine ranks high";
  if (!scenario.members.has_real_users() ||
      scenario.members.exploration != Exploration::kNone)
    return std::nullopt;
  return "members.exploration = none: biased; users click what ranks high, "
         "which then ranks higher, and documents that are not shown are never "
         "learned about";
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
  if (auto few = warning_of_number(choices))
    warnings.push_back(std::move(*few));
  if (const auto rounds = warning_of_rounds(choices))
    warnings.push_back(*rounds);
  if (const auto lists = warning_of_lists(scenario)) warnings.push_back(*lists);
  return warnings;
}

}  // namespace fedltr
