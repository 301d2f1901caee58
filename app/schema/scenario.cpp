// Values derived from a scenario's keys.
#include "app/schema/scenario.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "algorithms/core/math.hpp"
#include "algorithms/federation/participation.hpp"
#include "algorithms/sketch/noise.hpp"
#include "app/base/text.hpp"
#include "app/schema/choices.hpp"

namespace fedltr {
namespace {

std::string printed(const Key& key, const Value& value) {
  if (!key.is_path || value.text.empty()) return value.text;
  const auto whole = [&](const std::string& path) -> std::string {
    return std::filesystem::absolute(value.base / path).lexically_normal();
  };
  if (!key.is_list) return whole(value.text);
  std::vector<std::string> paths = split(value.text, ',');
  std::ranges::transform(paths, paths.begin(), whole);
  return join(paths, ", ");
}

}  // namespace

void set(Scenario& scenario, const Key& key, const Value& value) {
  key.set(scenario, value);
  scenario.text.texts_[key.name] = printed(key, value);
}

void set(Scenario& scenario, const std::string& key, const std::string& text) {
  set(scenario, *find_key(key), {text, {}});
}

void reset(Scenario& scenario, const std::string& section) {
  for (const Key& key : keys())
    if (key.name.starts_with(section))
      set(scenario, key, {default_text(key, scenario), {}});
}

bool has_session_log(const Scenario& scenario) {
  return !scenario.data.log.empty() || scenario.logging.sessions > 0;
}

std::uint32_t participants_of(const Scenario& scenario) {
  const auto& federation = scenario.federation;
  const auto absent = static_cast<std::uint32_t>(federation.absent.size());
  return participants_of(
      scenario, federation.clients - std::min(absent, federation.clients));
}

std::uint32_t participants_of(const Scenario& scenario, std::uint32_t there) {
  return count_participants(there, scenario.federation.participation);
}

std::uint32_t attackers_of(const Scenario& scenario) {
  const auto& attack = scenario.attack;
  if (!Choices(scenario).is_attacked()) return 0;
  const double clients =
      scenario.silo.on ? scenario.silo.parties : scenario.federation.clients;
  return static_cast<std::uint32_t>(
      attack.is_share ? std::round(share_of(attack.clients, clients))
                      : std::min(clients, attack.clients));
}

double max_weight(const Scenario& scenario) {
  const auto& federation = scenario.federation;
  double most = 1;
  if (federation.weighting == Weighting::kInteractions) {
    most = federation.interactions;
    for (const SplitMethod* split : Choices(scenario).splits)
      if (split->traits.searches)
        for (const auto searches :
             split->traits.searches(scenario.heterogeneity.options.parameters))
          most = std::max(most, static_cast<double>(searches));
  }
  return most * federation.clients;
}

std::uint32_t assumed_malicious(const Scenario& scenario) {
  if (const auto& said = scenario.aggregation.malicious) return *said;
  const Choices choices(scenario);
  const bool silo = scenario.silo.on;
  const std::int64_t models = choices.pre_aggregation.traits.models_of(
      silo ? scenario.silo.parties : participants_of(scenario));
  const std::int64_t most = scenario.aggregation.warns && choices.is_robust()
                                ? models - 1
                                : choices.rule.traits.max_malicious(models);
  // Silos that choose a robust rule expect protection from at least one party.
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(
      most, 0, std::max(attackers_of(scenario), silo ? 1U : 0U)));
}

std::vector<Leaving> unlearned_clients_of(const Scenario& scenario) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> by_round;
  const auto add = [&](std::uint32_t after,
                       const std::vector<std::uint32_t>& clients) {
    auto& together = by_round[after];
    together.insert(together.end(), clients.begin(), clients.end());
  };
  const auto& unlearning = scenario.unlearning;
  if (!unlearning.clients.empty())
    add(unlearning.after > 0 ? unlearning.after : scenario.federation.rounds,
        unlearning.clients);
  for (const TimelineEntry& entry : scenario.timeline.entries)
    if (entry.event == Event::kUnlearn) add(entry.round, entry.clients);
  std::vector<Leaving> all;
  for (auto& [round, clients] : by_round) {
    std::ranges::sort(clients);
    all.push_back({round, clients});
  }
  return all;
}

bool has_moves(const Scenario& scenario) {
  return std::ranges::any_of(
      scenario.timeline.entries, [](const TimelineEntry& entry) {
        return entry.event == Event::kJoin || entry.event == Event::kLeave;
      });
}

bool stores_updates(const Scenario& scenario) {
  const auto* unlearning = Choices(scenario).unlearning;
  return unlearning && unlearning->make.history;
}

Format text_format(const Scenario& scenario) {
  const Format format = scenario.data.format;
  const bool is_folder = format == Format::kMsMarco &&
                         !scenario.silo.folder.empty() &&
                         scenario.silo.documents.empty();
  if (is_folder) return Format::kBeir;
  if (format != Format::kAuto) return format;
  if (!scenario.silo.folder.empty() || !scenario.silo.members.empty())
    return Format::kBeir;
  if (!scenario.silo.documents.empty()) return Format::kMsMarco;
  return Format::kSynthetic;
}

bool SiloSettings::noisy() const {
  return epsilon > 0 && find(sketch_noises(), noise).traits.adds;
}

}  // namespace fedltr
