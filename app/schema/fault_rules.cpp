// Conflict rules of [faults] and [timeline].
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "algorithms/core/math.hpp"
#include "app/base/text.hpp"
#include "app/schema/attendance.hpp"
#include "app/schema/rules.hpp"
#include "app/schema/secure_plan.hpp"

namespace fedltr {
namespace {

using C = const Choices&;
using Found = std::optional<std::string>;

/// Returns the first key that makes clients fail to send their share, or "".
std::string failing_key(C c) {
  const FaultOptions& faults = c.scenario.faults;
  if (faults.dropout > 0) return "faults.dropout";
  if (faults.late > 0) return "faults.late";
  if (faults.corrupt > 0) return "faults.corrupt";
  if (faults.crash > 0) return "faults.crash";
  return has_moves(c.scenario) ? "timeline.at" : "";
}

bool fails(C c) {
  return !failing_key(c).empty();
}

bool weighs_late(C c) {
  const FaultOptions& faults = c.scenario.faults;
  return faults.late > 0 && faults.use_late;
}

/// Mean number of answers in the round with the fewest present clients.
double fewest_answers(const Scenario& scenario) {
  std::uint32_t fewest = scenario.federation.clients;
  for (const auto& [round, number] : numbers_there(scenario))
    fewest = std::min(fewest, number);
  return share_of(1 - failing_share(scenario),
                  participants_of(scenario, fewest));
}

bool too_many_wanted(C c, std::uint32_t wanted) {
  return fails(c) && wanted > 1 && wanted > fewest_answers(c.scenario);
}

std::string too_many_text(C c) {
  return "is more than the " + exact(std::floor(fewest_answers(c.scenario))) +
         " clients that answer on average where fewest do: most such rounds "
         "would not be used";
}

/// Maximum number of malicious clients that the rule tolerates in a round with
/// the minimum number of updates.
std::int64_t least_malicious(C c) {
  return c.rule.traits.max_malicious(
      c.pre_aggregation.traits.models_of(c.scenario.faults.least));
}

ConflictRules chance_rules() {
  return {
      {failing_key, [](C c) { return failing_share(c.scenario) >= 1; },
       "adds up with the other chances to 1 or more: a client has one fault a "
       "round, and some must have none"},
      {"faults.min-updates",
       [](C c) {
         return c.scenario.faults.least > participants_of(c.scenario);
       },
       [](C c) {
         return "is more than the clients of a round, " +
                std::to_string(participants_of(c.scenario));
       }},
      {"faults.stale", [](C c) { return weighs_late(c) && c.unlearning; },
       "weigh would bring back, late, what is to be unlearned; with an "
       "unlearning.method say drop"},
      {"faults.min-updates",
       [](C c) { return too_many_wanted(c, c.scenario.faults.least); },
       too_many_text},
      {failing_key, [](C c) { return fails(c) && c.needs_all_clients(); },
       [](C c) {
         return "is not for " + c.mechanism.name +
                " as published: its noise needs the share of every client; "
                "privacy.mode = sound with fewer privacy.shares than clients "
                "lasts";
       }},
      {"faults.stale",
       [](C c) { return weighs_late(c) && c.scenario.privacy.shares > 1; },
       "weigh takes a share of noise to another round's sum; with "
       "privacy.shares above 1 say drop"},
      {"privacy.shares",
       [](C c) { return too_many_wanted(c, c.scenario.privacy.shares); },
       too_many_text},
      {"faults.stale", [](C c) { return weighs_late(c) && c.is_robust(); },
       "weigh needs aggregation.rule = mean: robust rules compare models that "
       "began alike"},
      {"faults.min-updates",
       [](C c) {
         const std::int64_t most = c.is_robust() ? least_malicious(c) : 0;
         return fails(c) && c.is_robust() &&
                (most < 0 || assumed_malicious(c.scenario) > most);
       },
       [](C c) {
         return "is " + std::to_string(c.scenario.faults.least) +
                ", but with m = " +
                std::to_string(assumed_malicious(c.scenario)) + " " +
                c.rule.name + " needs " + c.rule.traits.condition +
                " updates of every round that is used";
       }},
  };
}

/// Returns the clients' joins and leaves, by round.
std::vector<TimelineEntry> moves_of(const Scenario& scenario) {
  std::vector<TimelineEntry> moves;
  for (const TimelineEntry& entry : scenario.timeline.entries)
    if (entry.event == Event::kJoin || entry.event == Event::kLeave)
      moves.push_back(entry);
  std::ranges::stable_sort(moves, {}, &TimelineEntry::round);
  return moves;
}

Found moves_unknown(C c) {
  for (const TimelineEntry& move : moves_of(c.scenario))
    if (auto unknown = unknown_client(c.scenario, move.clients)) return unknown;
  return std::nullopt;
}

Found moves_too_late(C c) {
  const std::uint32_t rounds = c.scenario.federation.rounds;
  for (const TimelineEntry& move : moves_of(c.scenario))
    if (move.round > rounds)
      return "has clients join or leave in round " +
             std::to_string(move.round) + " of " + std::to_string(rounds);
  return std::nullopt;
}

Found moves_twice(C c) {
  std::map<std::uint32_t, Event> last;
  for (const TimelineEntry& move : moves_of(c.scenario))
    for (const std::uint32_t client : move.clients) {
      const auto [known, first] = last.emplace(client, move.event);
      if (!first && known->second == move.event)
        return "has client " + std::to_string(client) +
               (move.event == Event::kJoin ? " join twice" : " leave twice");
      known->second = move.event;
    }
  return std::nullopt;
}

Found moves_once_unlearned(C c) {
  const auto moves = moves_of(c.scenario);
  for (const Leaving& leaving : unlearned_clients_of(c.scenario))
    for (const TimelineEntry& move : moves)
      for (const std::uint32_t client : move.clients)
        if (move.round > leaving.after &&
            std::ranges::count(leaving.clients, client) > 0)
          return "has client " + std::to_string(client) +
                 " join or leave once it is unlearned";
  return std::nullopt;
}

Found leaves_nobody(C c) {
  if (!has_moves(c.scenario)) return std::nullopt;
  for (const auto& [round, number] : numbers_there(c.scenario))
    if (number == 0) return "leaves nobody in round " + std::to_string(round);
  return std::nullopt;
}

/// Reports a round of unlearning with fewer than 2 clients that stay.
Found nobody_stays(C c) {
  if (!has_moves(c.scenario)) return std::nullopt;
  const FaultSchedule schedule({}, 0, moves_of(c.scenario));
  const auto& absent = c.scenario.federation.absent;
  std::set<std::uint32_t> gone(absent.begin(), absent.end());
  for (const Leaving& leaving : unlearned_clients_of(c.scenario)) {
    gone.insert(leaving.clients.begin(), leaving.clients.end());
    std::uint32_t stayers = 0;
    for (std::uint32_t i = 0; i < c.scenario.federation.clients; ++i)
      stayers +=
          !gone.contains(i) && schedule.present(i, std::max(leaving.after, 1U));
    if (stayers < 2)
      return "leaves fewer than 2 clients to unlearn others with after round " +
             std::to_string(leaving.after);
  }
  return std::nullopt;
}

Found attacks_without_kind(C c) {
  for (const TimelineEntry& entry : c.scenario.timeline.entries)
    if ((entry.event == Event::kAttack || entry.event == Event::kHonest) &&
        !c.is_attacked())
      return "attack and honest need an attack.kind";
  return std::nullopt;
}

ConflictRules timeline_rules() {
  return {
      {"timeline.at", moves_unknown},
      {"timeline.at", moves_too_late},
      {"timeline.at", moves_twice},
      {"timeline.at", moves_once_unlearned},
      {"timeline.at", leaves_nobody},
      {"timeline.at", nobody_stays},
      {"timeline.at", attacks_without_kind},
  };
}

}  // namespace

ConflictRules fault_rules() {
  ConflictRules all = chance_rules();
  for (const ConflictRule& rule : timeline_rules()) all.push_back(rule);
  return all;
}

}  // namespace fedltr
