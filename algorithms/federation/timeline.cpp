#include "algorithms/federation/timeline.hpp"

#include <algorithm>

namespace fedltr {
namespace {

bool concerns(const TimelineEntry& entry, std::uint32_t client) {
  return entry.clients.empty() ||
         std::ranges::binary_search(entry.clients, client);
}

}  // namespace

AttackSchedule::AttackSchedule(std::uint32_t attackers,
                               std::vector<TimelineEntry> timeline)
    : attackers_(attackers), timeline_(std::move(timeline)) {
  std::erase_if(timeline_, [](const TimelineEntry& entry) {
    return entry.event != Event::kAttack && entry.event != Event::kHonest;
  });
  std::ranges::stable_sort(timeline_, {}, &TimelineEntry::round);
}

bool AttackSchedule::attacks(std::uint32_t client, std::uint32_t round) const {
  if (client >= attackers_) return false;
  // A client whose first event is to attack was honest before.
  const auto first = std::ranges::find_if(
      timeline_, [&](const auto& entry) { return concerns(entry, client); });
  bool attacking = first == timeline_.end() || first->event == Event::kHonest;
  for (const TimelineEntry& entry : timeline_) {
    if (entry.round > round) break;
    if (concerns(entry, client)) attacking = entry.event == Event::kAttack;
  }
  return attacking;
}

}  // namespace fedltr
