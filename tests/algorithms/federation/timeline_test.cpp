#include "algorithms/federation/timeline.hpp"

#include <algorithm>
#include <array>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::timeline_test {

TEST_CASE("without a timeline the first clients attack from the beginning") {
  const AttackSchedule schedule(2, {});
  CHECK(schedule.attackers() == 2);
  CHECK(schedule.attacks(0, 1));
  CHECK(schedule.attacks(1, 1000));
  CHECK_FALSE(schedule.attacks(2, 1));
  CHECK_FALSE(AttackSchedule().attacks(0, 1));
}

TEST_CASE("a client whose first move is to attack was honest before") {
  const AttackSchedule schedule(2, {{10, Event::kAttack, {1}}});
  CHECK_FALSE(schedule.attacks(1, 9));
  CHECK(schedule.attacks(1, 10));
  CHECK(schedule.attacks(0, 1));  // by default
}

TEST_CASE("attackers pause and start again, in whatever order it is written") {
  const AttackSchedule schedule(
      1, {{30, Event::kAttack, {}}, {20, Event::kHonest, {}}});
  CHECK(schedule.attacks(0, 19));
  CHECK_FALSE(schedule.attacks(0, 20));
  CHECK_FALSE(schedule.attacks(0, 29));
  CHECK(schedule.attacks(0, 30));
}

TEST_CASE("the later of two entries for one round counts") {
  const AttackSchedule schedule(
      1, {{5, Event::kHonest, {}}, {5, Event::kAttack, {0}}});
  CHECK(schedule.attacks(0, 5));
}

TEST_CASE("clients beyond the attackers never attack, whatever is written") {
  const AttackSchedule schedule(1, {{1, Event::kAttack, {0, 3}}});
  CHECK_FALSE(schedule.attacks(3, 5));
}

TEST_CASE("joining, leaving and unlearning turn no client into an attacker") {
  const AttackSchedule schedule(2, {{1, Event::kUnlearn, {0}},
                                    {2, Event::kLeave, {1}},
                                    {3, Event::kJoin, {1}}});
  CHECK(schedule.attacks(0, 5));
  CHECK(schedule.attacks(1, 2));
}

namespace {

/// Reads the whole timeline again for every question.
bool attacks_by_rereading(std::uint32_t attackers,
                          const std::vector<TimelineEntry>& written,
                          std::uint32_t client, std::uint32_t round) {
  if (client >= attackers) return false;
  const TimelineEntry* first = nullptr;
  const TimelineEntry* last = nullptr;
  for (const TimelineEntry& entry : written) {
    if (entry.event != Event::kAttack && entry.event != Event::kHonest)
      continue;
    if (!entry.clients.empty() &&
        std::ranges::count(entry.clients, client) == 0)
      continue;
    if (first == nullptr || entry.round < first->round) first = &entry;
    if (entry.round <= round && (last == nullptr || entry.round >= last->round))
      last = &entry;
  }
  if (last != nullptr) return last->event == Event::kAttack;
  return first == nullptr || first->event == Event::kHonest;
}

}  // namespace

TEST_CASE("any timeline is understood as by rereading it") {
  Rng rng(1, Purpose::kTest);
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<TimelineEntry> written(rng.below(7));
    for (TimelineEntry& entry : written) {
      entry.round = static_cast<std::uint32_t>(1 + rng.below(6));
      entry.event = std::array{Event::kAttack, Event::kHonest,
                               Event::kLeave}[rng.below(3)];
      for (std::uint32_t client = 0; client < 4; ++client)
        if (rng.below(2) == 0) entry.clients.push_back(client);
    }
    const AttackSchedule schedule(3, written);
    for (std::uint32_t client = 0; client < 5; ++client)
      for (std::uint32_t round = 1; round <= 7; ++round)
        CHECK(schedule.attacks(client, round) ==
              attacks_by_rereading(3, written, client, round));
  }
}

}  // namespace fedltr::timeline_test
