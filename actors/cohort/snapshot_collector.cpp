#include "actors/cohort/snapshot_collector.hpp"

#include <utility>

namespace fedltr {

void SnapshotCollector::open(std::uint32_t round, CohortMemory own,
                             std::set<std::uint32_t> asked) {
  open_ = true;
  round_ = round;
  memory_ = std::move(own);
  owed_ = std::move(asked);
}

void SnapshotCollector::add(std::uint32_t round, std::uint32_t client,
                            std::string bytes) {
  if (!open_ || round != round_ || owed_.erase(client) == 0) return;
  memory_.clients[client] = std::move(bytes);
}

std::string SnapshotCollector::take() {
  open_ = false;
  return write_cohort_memory(std::exchange(memory_, {}));
}

}  // namespace fedltr
