// Conflicts of [faults] and [timeline].
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
         " clients that answer on average in the round with the fewest: most "
         "such rounds would not be used";
}

/// Maximum number of malicious clients that the rule tolerates in a round with
/// the minimum number of updates.
std::int64_t least_malicious(C c) {
  return c.rule.traits.max_malicious(
      c.pre_aggregation.traits.models_of(c.scenario.faults.least));
}

Found chance_conflict(C c) {
  if (failing_share(c.scenario) >= 1)
    return conflict(
        failing_key(c),
        "adds up with the other probabilities to 1 or more: a client has at "
        "most one fault per round, and some must have none");
  if (c.scenario.faults.least > participants_of(c.scenario))
    return conflict("faults.min-updates",
                    "is more than the clients of a round, " +
                        std::to_string(participants_of(c.scenario)));
  if (weighs_late(c) && c.unlearning)
    return conflict("faults.stale",
                    "weigh would bring back late updates that are to be "
                    "unlearned; with an unlearning.method set drop");
  if (too_many_wanted(c, c.scenario.faults.least))
    return conflict("faults.min-updates", too_many_text(c));
  if (fails(c) && c.needs_all_clients())
    return conflict(
        failing_key(c),
        "can't be used with " + c.mechanism.name +
            " as published: its noise needs the share of every client; use "
            "privacy.mode = sound with fewer privacy.shares than clients");
  if (weighs_late(c) && c.scenario.privacy.shares > 1)
    return conflict("faults.stale",
                    "weigh moves a share of noise to another round's sum; with "
                    "privacy.shares above 1 set drop");
  if (too_many_wanted(c, c.scenario.privacy.shares))
    return conflict("privacy.shares", too_many_text(c));
  if (weighs_late(c) && c.is_robust())
    return conflict("faults.stale",
                    "weigh can't be used with " + c.rule.name +
                        ": robust rules compare models that started from the "
                        "same one");
  return unless_allowed(c, unmet_by_updates(c));
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

Complaint moves_unknown(C c) {
  for (const TimelineEntry& move : moves_of(c.scenario))
    if (auto unknown = unknown_client(c.scenario, move.clients)) return unknown;
  return std::nullopt;
}

Complaint moves_too_late(C c) {
  const std::uint32_t rounds = c.scenario.federation.rounds;
  for (const TimelineEntry& move : moves_of(c.scenario))
    if (move.round > rounds)
      return "has clients join or leave in round " +
             std::to_string(move.round) + " of " + std::to_string(rounds);
  return std::nullopt;
}

Complaint moves_twice(C c) {
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

Complaint moves_once_unlearned(C c) {
  const auto moves = moves_of(c.scenario);
  for (const Leaving& leaving : unlearned_clients_of(c.scenario))
    for (const TimelineEntry& move : moves)
      for (const std::uint32_t client : move.clients)
        if (move.round > leaving.after &&
            std::ranges::count(leaving.clients, client) > 0)
          return "has client " + std::to_string(client) +
                 " join or leave after it is unlearned";
  return std::nullopt;
}

Complaint leaves_nobody(C c) {
  if (!has_moves(c.scenario)) return std::nullopt;
  for (const auto& [round, number] : numbers_there(c.scenario))
    if (number == 0)
      return "leaves no client in round " + std::to_string(round);
  if (!repeats_training(c.scenario)) return std::nullopt;
  for (const auto& [round, number] :
       numbers_there(c.scenario, TrainingPass::kRepeated))
    if (number == 0)
      return "leaves only unlearned clients in round " + std::to_string(round) +
             ", which retrain and unlearning.evidence repeat without them";
  return std::nullopt;
}

/// Reports a round of unlearning with fewer than 2 clients that stay.
Complaint nobody_stays(C c) {
  if (!has_moves(c.scenario)) return std::nullopt;
  const FaultSchedule schedule({}, 0, moves_of(c.scenario));
  const auto& absent = c.scenario.federation.absent;
  std::set<std::uint32_t> gone(absent.begin(), absent.end());
  for (const Leaving& leaving : unlearned_clients_of(c.scenario)) {
    gone.insert(leaving.clients.begin(), leaving.clients.end());
    std::uint32_t stayers = 0;
    for (std::uint32_t i = 0; i < c.scenario.federation.clients && stayers < 2;
         ++i)
      stayers +=
          !gone.contains(i) && schedule.present(i, std::max(leaving.after, 1U));
    if (stayers < 2)
      return "leaves fewer than 2 clients to unlearn others with after round " +
             std::to_string(leaving.after);
  }
  return std::nullopt;
}

Complaint attacks_without_kind(C c) {
  for (const TimelineEntry& entry : c.scenario.timeline.entries)
    if ((entry.event == Event::kAttack || entry.event == Event::kHonest) &&
        !c.is_attacked())
      return "attack and honest need an attack.kind";
  return std::nullopt;
}

Found timeline_conflict(C c) {
  if (const auto what = moves_unknown(c)) return conflict("timeline.at", *what);
  if (const auto what = moves_too_late(c))
    return conflict("timeline.at", *what);
  if (const auto what = moves_twice(c)) return conflict("timeline.at", *what);
  if (const auto what = moves_once_unlearned(c))
    return conflict("timeline.at", *what);
  if (const auto what = leaves_nobody(c)) return conflict("timeline.at", *what);
  if (const auto what = nobody_stays(c)) return conflict("timeline.at", *what);
  if (const auto what = attacks_without_kind(c))
    return conflict("timeline.at", *what);
  return {};
}

}  // namespace

Found unmet_by_updates(C c) {
  if (!fails(c) || !c.is_robust()) return {};
  const std::int64_t most = least_malicious(c);
  if (most >= 0 && assumed_malicious(c.scenario) <= most) return {};
  return conflict(
      "faults.min-updates",
      "is " + std::to_string(c.scenario.faults.least) +
          ", but with m = " + std::to_string(assumed_malicious(c.scenario)) +
          " " + c.rule.name + " needs " + c.rule.traits.condition +
          " updates of every round that is used");
}

Found fault_conflict(C c) {
  return first_conflict(c, {chance_conflict, timeline_conflict});
}

}  // namespace fedltr
