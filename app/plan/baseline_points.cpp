#include "app/plan/baseline_points.hpp"

#include <algorithm>
#include <set>

#include "app/base/text.hpp"
#include "app/schema/choices.hpp"

namespace fedltr {
namespace {

/// Resets a section's keys to their defaults and removes it from the point's
/// name, along with names that stand for keys of this section only.
void reset_section(GridPoint& point, const std::string& section) {
  reset(point.scenario, section);
  std::set<std::string> gone;
  for (NamedPoint& named : point.scenario.named_points)
    if (std::erase_if(named.sets,
                      [&](const std::string& key) {
                        return key.starts_with(section);
                      }) > 0 &&
        named.sets.empty())
      gone.insert(named.key);
  std::erase_if(point.scenario.named_points, [&](const NamedPoint& named) {
    return gone.contains(named.key);
  });
  std::erase_if(point.settings, [&](const auto& setting) {
    return setting.first.starts_with(section) || gone.contains(setting.first);
  });
}

/// Keeps the number of malicious clients that the rule assumes.
void keep_assumption(const GridPoint& of, GridPoint& baseline) {
  const Choices choices(of.scenario);
  if (!choices.rule.traits.uses_malicious &&
      !choices.pre_aggregation.traits.uses_malicious)
    return;
  const std::string key = "aggregation.malicious";
  const std::string assumed = std::to_string(assumed_malicious(of.scenario));
  if (!of.scenario.aggregation.malicious) set(baseline.scenario, key, assumed);
  const bool said = std::ranges::any_of(
      baseline.settings, [&](const auto& each) { return each.first == key; });
  if (!said) baseline.settings.emplace_back(key, assumed);
}

/// Reduces the timeline to joins, leaves, and the attackers' events if there
/// are attackers: even a later one shows that a client is honest before.
void cut_timeline(Scenario& scenario, bool attacked) {
  const auto stays = [&](const TimelineEntry& entry) {
    return entry.event == Event::kJoin || entry.event == Event::kLeave ||
           (attacked && entry.event != Event::kUnlearn);
  };
  // The text's lines match the entries, in order.
  const auto lines = split(scenario.text.at("timeline.at"), ';');
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (stays(scenario.timeline.entries[i])) kept.push_back(lines[i]);
  set(scenario, "timeline.at", join(kept, "; "));
}

/// Keeps the round in which an attacker that strikes once does so, by default
/// the last one: a baseline ends earlier.
void keep_strike(const Scenario& of, Scenario& baseline) {
  const std::string key = "attack.start";
  if (Choices(of).attack.traits.replaces_model && of.text.at(key) == "0")
    set(baseline, key, std::to_string(of.federation.rounds));
}

std::string list_of(const std::set<std::uint32_t>& clients,
                    const char* between) {
  std::vector<std::string> names;
  names.reserve(clients.size());
  for (const std::uint32_t client : clients)
    names.push_back(std::to_string(client));
  return join(names, between);
}

/// True if noise or masks hide the clients' updates.
bool hides_updates(const Scenario& scenario) {
  return scenario.privacy.secure ||
         Choices(scenario).mechanism.name != kNoMechanism;
}

bool all_attackers_gone(const Scenario& scenario,
                        const std::set<std::uint32_t>& gone) {
  for (std::uint32_t client = 0; client < attackers_of(scenario); ++client)
    if (!gone.contains(client)) return false;
  return true;
}

}  // namespace

GridPoint attack_free_baseline(const GridPoint& attacked) {
  GridPoint honest = attacked;
  keep_assumption(attacked, honest);
  cut_timeline(honest.scenario, false);
  reset_section(honest, "unlearning.");
  // Clients that craft updates never fail. Spare their honest counterparts,
  // too, so that the attack is the only difference.
  if (Choices(attacked.scenario).attack.traits.on_models)
    honest.scenario.faults.spared = attackers_of(attacked.scenario);
  reset_section(honest, "attack.");
  return honest;
}

std::vector<GridPoint> retraining_baselines(const GridPoint& point) {
  std::vector<GridPoint> baselines;
  const auto& absent = point.scenario.federation.absent;
  std::set<std::uint32_t> gone(absent.begin(), absent.end());
  const auto requests = unlearned_clients_of(point.scenario);
  for (const Leaving& request : requests) {
    gone.insert(request.clients.begin(), request.clients.end());
    GridPoint baseline = point;
    keep_assumption(point, baseline);
    reset_section(baseline, "unlearning.");
    if (all_attackers_gone(point.scenario, gone))
      reset_section(baseline, "attack.");  // as if there were none
    const bool attacked = Choices(baseline.scenario).is_attacked();
    cut_timeline(baseline.scenario, attacked);
    if (attacked) keep_strike(point.scenario, baseline.scenario);
    const std::string rounds = std::to_string(request.after);
    set(baseline.scenario, "federation.absent", list_of(gone, ", "));
    set(baseline.scenario, "federation.rounds", rounds);
    if (hides_updates(point.scenario))
      baseline.scenario.retraining =
          static_cast<std::uint32_t>(baselines.size() + 1);
    std::erase_if(baseline.settings, [](const auto& setting) {
      return setting.first == "federation.rounds";
    });
    // Distinguishes baselines of several points or requests.
    if (requests.size() > 1 || !point.settings.empty()) {
      baseline.settings.emplace_back("absent", list_of(gone, "+"));
      baseline.settings.emplace_back("rounds", rounds);
    }
    baselines.push_back(std::move(baseline));
  }
  return baselines;
}

bool wants_attack_free_baseline(const Scenario& scenario) {
  return attackers_of(scenario) > 0 && scenario.attack.baseline;
}

bool wants_retraining_baselines(const Scenario& scenario) {
  return !unlearned_clients_of(scenario).empty() &&
         scenario.unlearning.evidence;
}

std::string baseline_key(const Scenario& scenario) {
  GridPoint point{{}, scenario};
  // Ignore settings of an attack without attackers, and clients spared faults
  // without faults.
  if (attackers_of(scenario) == 0) reset_section(point, "attack.");
  const std::uint32_t spared =
      scenario.faults.any() ? scenario.faults.spared : 0;
  std::string key;
  for (const auto& [name, text] : point.scenario.text)
    if (name != "run.out") key += name + "=" + text + "\n";
  return key + std::to_string(spared) + " " +
         std::to_string(scenario.retraining);
}

}  // namespace fedltr
