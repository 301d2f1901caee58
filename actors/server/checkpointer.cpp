#include "actors/server/checkpointer.hpp"

#include <utility>

#include "algorithms/core/archive.hpp"

namespace fedltr {

void Snapshot::exchange(Archive& archive) {
  archive(round, server, rounds, parts);
}

void Checkpointer::round_closed(std::uint32_t round) {
  if (config_.every > 0 && round % config_.every == 0) requested_ = true;
}

void Checkpointer::stop(std::uint32_t last_row) {
  requested_ = config_.at_stop;
  row_before_stop_ = last_row;
}

bool Checkpointer::take_request(std::uint32_t round) {
  requested_ = false;
  return round != kept_round_;
}

void Checkpointer::begin(std::uint32_t round, std::uint32_t last_row,
                         std::string server, std::set<std::uint32_t> parts) {
  snapshot_ = Snapshot{round, std::move(server), {}, {}};
  missing_ = std::move(parts);
  last_row_ = last_row;
  taken_ = false;
}

void Checkpointer::add(std::uint32_t round, std::uint32_t part,
                       std::string bytes) {
  if (!snapshot_ || round != snapshot_->round || missing_.erase(part) == 0)
    return;
  snapshot_->parts[part] = std::move(bytes);
}

std::optional<std::string> Checkpointer::take_complete(
    std::optional<std::uint32_t> oldest_awaiting,
    const std::vector<RoundRecord>& rows) {
  if (!snapshot_ || taken_ || !missing_.empty()) return std::nullopt;
  if (oldest_awaiting && *oldest_awaiting <= last_row_) return std::nullopt;
  for (const RoundRecord& record : rows)
    if (record.round <= last_row_) snapshot_->rounds.push_back(record);
  taken_ = true;
  return archived(*snapshot_);
}

void Checkpointer::kept() {
  kept_round_ = snapshot_->round;
  snapshot_.reset();
}

}  // namespace fedltr
