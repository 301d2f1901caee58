// Conflicts of [unlearning].
#include <algorithm>
#include <set>

#include "app/schema/method_tables.hpp"
#include "app/schema/rules.hpp"

namespace fedltr {
namespace {

using C = const Choices&;

/// Returns the key that names the unlearned clients.
std::string unlearned_key(C c) {
  return c.scenario.unlearning.clients.empty() ? "timeline.at"
                                               : "unlearning.clients";
}

bool unlearns_nobody(C c) {
  return unlearned_clients_of(c.scenario).empty();
}

bool has_steps(C c) {
  return c.unlearning && c.unlearning->has(kSteps);
}

std::uint32_t steps_of(C c) {
  return c.scenario.unlearning.options.parameters.whole<std::uint32_t>(kSteps);
}

Complaint unknown_unlearned(C c) {
  if (!c.unlearning) return std::nullopt;
  for (const Leaving& leaving : unlearned_clients_of(c.scenario))
    if (auto unknown = unknown_client(c.scenario, leaving.clients))
      return unknown;
  return std::nullopt;
}

const Leaving* late_leaving(C c, const std::vector<Leaving>& leavings) {
  const auto late = std::ranges::find_if(leavings, [&](const Leaving& leaving) {
    return leaving.after > c.scenario.federation.rounds;
  });
  return c.unlearning && late != leavings.end() ? &*late : nullptr;
}

std::string late_key(C c) {
  const auto leavings = unlearned_clients_of(c.scenario);
  const Leaving* late = late_leaving(c, leavings);
  return late && c.scenario.unlearning.after == late->after ? "unlearning.after"
                                                            : "timeline.at";
}

Complaint leaves_too_late(C c) {
  const auto leavings = unlearned_clients_of(c.scenario);
  const Leaving* late = late_leaving(c, leavings);
  if (!late) return std::nullopt;
  return "has clients leave after round " + std::to_string(late->after) +
         " of " + std::to_string(c.scenario.federation.rounds);
}

Complaint leaves_twice(C c) {
  if (!c.unlearning) return std::nullopt;
  std::set<std::uint32_t> gone;
  for (const Leaving& leaving : unlearned_clients_of(c.scenario))
    for (const std::uint32_t client : leaving.clients)
      if (!gone.insert(client).second)
        return "has client " + std::to_string(client) + " leave twice";
  return std::nullopt;
}

/// Returns the clients that are absent or leave.
std::set<std::uint32_t> missing_clients(const Scenario& scenario) {
  const auto& absent = scenario.federation.absent;
  std::set<std::uint32_t> missing(absent.begin(), absent.end());
  for (const Leaving& leaving : unlearned_clients_of(scenario))
    missing.insert(leaving.clients.begin(), leaving.clients.end());
  return missing;
}

std::size_t unlearned_count(const Scenario& scenario) {
  return missing_clients(scenario).size() - scenario.federation.absent.size();
}

/// Minimum number of clients of a round, or of a stored one, once all have
/// left.
std::uint32_t stayers_of_round(const Scenario& scenario) {
  const std::uint32_t wanted = participants_of(
      scenario, static_cast<std::uint32_t>(scenario.federation.clients -
                                           missing_clients(scenario).size()));
  if (!stores_updates(scenario)) return wanted;
  // All clients that leave may have taken part in a stored round.
  const std::uint32_t took_part = participants_of(scenario);
  const auto left = static_cast<std::uint32_t>(
      std::min<std::size_t>(unlearned_count(scenario), took_part - 1));
  return std::min(wanted, took_part - left);
}

std::int64_t max_malicious_of_stayers(C c) {
  return c.rule.traits.max_malicious(
      c.pre_aggregation.traits.models_of(stayers_of_round(c.scenario)));
}

Found unlearned_conflict(C c) {
  if (!c.unlearning && !unlearns_nobody(c))
    return conflict("timeline.at",
                    "unlearn needs an unlearning.method, for which clients "
                    "store a history from the start; there is none");
  if (c.unlearning && unlearns_nobody(c))
    return conflict(
        "unlearning.method",
        "needs unlearning.clients, e.g. 0, or timeline.at = ROUND unlearn "
        "CLIENTS: by default no client leaves");
  if (const auto what =
          c.unlearning
              ? unknown_client(c.scenario, c.scenario.unlearning.clients)
              : std::nullopt)
    return conflict("unlearning.clients", *what);
  if (const auto what = unknown_unlearned(c))
    return conflict("timeline.at", *what);
  if (const auto what = leaves_too_late(c)) return conflict(late_key(c), *what);
  if (const auto what = leaves_twice(c))
    return conflict(unlearned_key(c), *what);
  if (c.unlearning &&
      missing_clients(c.scenario).size() + 2 > c.scenario.federation.clients)
    return conflict(unlearned_key(c),
                    "leaves fewer than 2 of " +
                        std::to_string(c.scenario.federation.clients) +
                        " clients; one alone is not a federation: the model "
                        "would reveal all about it");
  return {};
}

Found method_conflict(C c) {
  if (c.unlearning && c.unlearning->make.history && !c.sends_models())
    return conflict("unlearning.method",
                    c.unlearning->name +
                        " needs stored updates of models, which " +
                        c.learner.name + " does not send; retrain needs none");
  if (c.unlearning && c.unlearning->make.gradient &&
      !c.learner.traits.has_gradient)
    return conflict("unlearning.method",
                    c.unlearning->name + " needs learner.method = " +
                        names_where(learners(), [](const auto& traits) {
                          return traits.has_gradient;
                        }));
  if (c.unlearning && c.scenario.federation.local == LocalObjective::kFedPer)
    return conflict("unlearning.method",
                    "needs models that are shared completely, but fedper "
                    "shares only a part");
  if (has_steps(c) && c.searches_per_step() > 1)
    return conflict(batch_key(c), "must be 1 where " + c.unlearning->name +
                                      " makes fewer searches");
  if (stores_updates(c.scenario) && c.scenario.privacy.shares > 1)
    return conflict("privacy.shares",
                    "must be 1 for " + c.unlearning->name +
                        ": stored updates sent again, or their lengths, reveal "
                        "parts of which only the sum should be known");
  if (has_steps(c) && c.is_antithetic() && steps_of(c) % 2 != 0)
    return conflict("unlearning.steps",
                    "must be even for antithetic " + c.learner.name +
                        ": half of them are at the negative perturbation");
  if (has_steps(c) && !c.varies_searches() &&
      steps_of(c) > c.scenario.federation.interactions)
    return conflict("unlearning.steps",
                    "must be at most federation.interactions = " +
                        std::to_string(c.scenario.federation.interactions));
  return {};
}

/// Conflicts of rule and noise with the remaining number of clients.
Found stayer_conflict(C c) {
  if (c.unlearning && c.scenario.privacy.shares > stayers_of_round(c.scenario))
    return conflict(
        "privacy.shares",
        "is more than the " + std::to_string(stayers_of_round(c.scenario)) +
            " clients of a round once " +
            std::to_string(unlearned_count(c.scenario)) + " have left");
  return unless_allowed(c, unmet_by_stayers(c));
}

}  // namespace

Found unmet_by_stayers(C c) {
  if (!c.unlearning || !c.is_robust() ||
      assumed_malicious(c.scenario) <= max_malicious_of_stayers(c))
    return {};
  return conflict(
      "aggregation.malicious",
      "is " + std::to_string(assumed_malicious(c.scenario)) + ", but once " +
          std::to_string(unlearned_count(c.scenario)) + " have left, " +
          c.rule.name + " needs " + c.rule.traits.condition);
}

Found unlearning_conflict(C c) {
  return first_conflict(c,
                        {unlearned_conflict, method_conflict, stayer_conflict});
}

}  // namespace fedltr
