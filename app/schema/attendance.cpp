#include "app/schema/attendance.hpp"

#include <algorithm>

#include "algorithms/federation/faults.hpp"

namespace fedltr {

std::map<std::uint32_t, std::uint32_t> numbers_there(const Scenario& scenario) {
  const FaultSchedule schedule({}, 0, scenario.timeline.entries);
  const auto leavings = unlearned_clients_of(scenario);
  std::map<std::uint32_t, std::uint32_t> there = {{1, 0}};
  for (const TimelineEntry& entry : scenario.timeline.entries)
    if (entry.event == Event::kJoin || entry.event == Event::kLeave)
      there[std::max(entry.round, 1U)] = 0;
  for (const Leaving& leaving : leavings) there[leaving.after + 1] = 0;
  for (auto& [first, number] : there) {
    const std::uint32_t round = first;
    for (std::uint32_t i = 0; i < scenario.federation.clients; ++i)
      number += !std::ranges::binary_search(scenario.federation.absent, i) &&
                schedule.present(i, round) &&
                std::ranges::none_of(leavings, [&](const Leaving& leaving) {
                  return leaving.after < round &&
                         std::ranges::find(leaving.clients, i) !=
                             leaving.clients.end();
                });
  }
  return there;
}

}  // namespace fedltr
