#include "app/schema/attendance.hpp"

#include <algorithm>
#include <set>

#include "algorithms/federation/faults.hpp"
#include "app/schema/choices.hpp"

namespace fedltr {

bool repeats_training(const Scenario& scenario) {
  const auto* method = Choices(scenario).unlearning;
  return method && (method->make.repeats || scenario.unlearning.evidence);
}

std::set<std::uint32_t> clients_away(const Scenario& scenario,
                                     std::uint32_t round) {
  const FaultSchedule schedule({}, 0, scenario.timeline.entries);
  const auto& never = scenario.federation.absent;
  std::set<std::uint32_t> away(never.begin(), never.end());
  for (const std::uint32_t client : schedule.movers())
    if (!schedule.present(client, round)) away.insert(client);
  return away;
}

std::map<std::uint32_t, std::uint32_t> numbers_there(const Scenario& scenario,
                                                     TrainingPass pass) {
  const auto leavings = unlearned_clients_of(scenario);
  std::map<std::uint32_t, std::uint32_t> there = {{1, 0}};
  for (const TimelineEntry& entry : scenario.timeline.entries)
    if (entry.event == Event::kJoin || entry.event == Event::kLeave)
      there[std::max(entry.round, 1U)] = 0;
  for (const Leaving& leaving : leavings) there[leaving.after + 1] = 0;
  for (auto& [first, number] : there) {
    const std::uint32_t round = first;
    std::set<std::uint32_t> missing = clients_away(scenario, round);
    for (const Leaving& leaving : leavings)
      if (pass == TrainingPass::kRepeated || leaving.after < round)
        missing.insert(leaving.clients.begin(), leaving.clients.end());
    number = scenario.federation.clients -
             static_cast<std::uint32_t>(missing.size());
  }
  return there;
}

}  // namespace fedltr
