#pragma once

#include <cstdint>
#include <vector>

namespace fedltr {

/// Effect of a line of a scenario's timeline, from a round on.
enum class Event { kAttack, kHonest, kUnlearn, kJoin, kLeave };

struct TimelineEntry {
  std::uint32_t round = 1;
  Event event = Event::kAttack;
  /// Ascending; empty: all attackers. For kUnlearn the clients that leave once
  /// that round has closed, for kJoin and kLeave those that are present, or
  /// absent, from that round on; at least one.
  std::vector<std::uint32_t> clients;
};

/// The clients that attack in each round. Attackers are the first clients (as
/// in thesis section 5.2.1); they attack from the beginning, unless the
/// timeline has them start later.
class AttackSchedule {
 public:
  AttackSchedule() = default;
  /// @param timeline  in any order; of one round the last entry counts; other
  ///                  events than attacks are ignored
  AttackSchedule(std::uint32_t attackers, std::vector<TimelineEntry> timeline);

  /// Clients that ever attack: 0 ... attackers() - 1.
  std::uint32_t attackers() const { return attackers_; }
  bool attacks(std::uint32_t client, std::uint32_t round) const;

 private:
  std::uint32_t attackers_ = 0;
  std::vector<TimelineEntry> timeline_;  ///< by round
};

}  // namespace fedltr
