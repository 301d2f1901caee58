#include "algorithms/federation/faults.hpp"

#include <algorithm>
#include <set>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr {

void FaultCounts::add(const FaultCounts& other) {
  dropouts += other.dropouts;
  crashes += other.crashes;
  late += other.late;
  stale += other.stale;
  lost += other.lost;
  corrupt += other.corrupt;
  unused += other.unused;
}

FaultSchedule::FaultSchedule(const FaultOptions& options, std::uint64_t seed,
                             std::vector<TimelineEntry> timeline)
    : options_(options), seed_(seed), timeline_(std::move(timeline)) {
  const double chances[] = {options.dropout, options.crash, options.late,
                            options.corrupt};
  double sum = 0;
  for (const double chance : chances) {
    require(chance >= 0 && chance <= 1, "a probability is within 0 and 1");
    sum += chance;
  }
  // Decimals that add up to 1 can exceed it as doubles.
  require(sum <= 1 + 1e-9, "fault probabilities must sum to at most 1");
  require(options.delay >= 1, "a late update is late by at least one round");
  std::erase_if(timeline_, [](const TimelineEntry& entry) {
    return entry.event != Event::kJoin && entry.event != Event::kLeave;
  });
  std::ranges::stable_sort(timeline_, {}, &TimelineEntry::round);
  std::set<std::uint32_t> movers;
  for (const TimelineEntry& entry : timeline_)
    movers.insert(entry.clients.begin(), entry.clients.end());
  movers_ = {movers.begin(), movers.end()};
}

bool FaultSchedule::present(std::uint32_t client, std::uint32_t round) const {
  bool known = false;
  bool there = true;
  for (const TimelineEntry& entry : timeline_) {
    if (!std::ranges::binary_search(entry.clients, client)) continue;
    if (!known) there = entry.event == Event::kLeave;
    known = true;
    if (entry.round > round) break;
    there = entry.event == Event::kJoin;
  }
  return there;
}

/// One number decides, so that a client has at most one fault in a round.
Fault FaultSchedule::fault(std::uint32_t client, std::uint32_t round) const {
  if (!options_.any() || client < options_.spared) return Fault::kNone;
  double drawn = Rng(seed_, Purpose::kFault, client, round).uniform();
  const auto inject_fault = [&drawn](double chance) {
    drawn -= chance;
    return drawn < 0;
  };
  if (inject_fault(options_.dropout)) return Fault::kDropout;
  if (inject_fault(options_.crash)) return Fault::kCrash;
  if (inject_fault(options_.late)) return Fault::kLate;
  if (inject_fault(options_.corrupt)) return Fault::kCorrupt;
  return Fault::kNone;
}

std::uint32_t FaultSchedule::delay(std::uint32_t client,
                                   std::uint32_t round) const {
  Rng rng(seed_, Purpose::kDelay, client, round);
  return 1 + rng.below(options_.delay);
}

Corruption FaultSchedule::corruption(std::uint32_t client,
                                     std::uint32_t round) const {
  Rng rng(seed_, Purpose::kCorruption, client, round);
  return static_cast<Corruption>(rng.below(4));
}

double FaultSchedule::staleness(std::uint32_t rounds) const {
  return portable_pow(1.0 + rounds, -options_.staleness);
}

}  // namespace fedltr
