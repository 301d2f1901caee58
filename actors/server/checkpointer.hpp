#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "actors/plan.hpp"

namespace fedltr {

/// A checkpoint: all state between two rounds that is not in the plan.
struct Snapshot {
  std::uint32_t round = 0;
  std::string server;
  std::vector<RoundRecord> rounds;  ///< rows of the curve so far
  /// By cohort, of those that were asked for anything; then the adversary's.
  std::map<std::uint32_t, std::string> parts;

  void exchange(Archive& archive);
};

/// Decides when to make a checkpoint and assembles it from its parts, one
/// checkpoint at a time. Training waits only for the copy of the server's
/// state: the other parts, and rows of the curve that are still being
/// evaluated, are added while the next rounds run.
class Checkpointer {
 public:
  explicit Checkpointer(const CheckpointConfig& config) : config_(config) {}

  /// Requests a checkpoint as soon as one can be made.
  void request() { requested_ = true; }
  /// Requests a checkpoint if one is due after that round.
  void round_closed(std::uint32_t round);
  /// Notes that the run stops: at most one more checkpoint is made, with rows
  /// up to `last_row`, since the next row is of a round that isn't on the curve
  /// of an uninterrupted run.
  void stop(std::uint32_t last_row);
  /// Withdraws a request: there is nothing to resume, or it is too late.
  void withdraw() { requested_ = false; }

  /// True if a checkpoint is requested and none is being made.
  bool is_due() const { return requested_ && !snapshot_; }
  /// Takes the request.
  /// @return  true if a round has closed since the last checkpoint
  bool take_request(std::uint32_t round);
  /// Returns the last row of the curve that belongs to a checkpoint made now.
  /// @param evaluated  last round that is evaluated or queued for evaluation
  std::uint32_t last_row(std::uint32_t evaluated) const {
    return row_before_stop_.value_or(evaluated);
  }

  /// Begins a checkpoint of that round.
  /// @param server    state of the server
  /// @param last_row  of the curve that belongs to the checkpoint
  /// @param parts     parts besides the server's
  void begin(std::uint32_t round, std::uint32_t last_row, std::string server,
             std::set<std::uint32_t> parts);
  bool is_busy() const { return snapshot_.has_value(); }
  /// Takes a part; ignores it if it is of another checkpoint or comes twice.
  void add(std::uint32_t round, std::uint32_t part, std::string bytes);
  /// Returns the checkpoint, once it is complete; nullopt before and after.
  /// @param oldest_awaiting  first row that is still being evaluated, if any
  /// @param rows             rows evaluated so far
  std::optional<std::string> take_complete(
      std::optional<std::uint32_t> oldest_awaiting,
      const std::vector<RoundRecord>& rows);
  /// Round of the checkpoint that is being made.
  std::uint32_t round() const { return snapshot_->round; }
  /// Notes that the checkpoint has been saved.
  void kept();
  /// Notes that the run resumes a checkpoint of that round.
  void resumed(std::uint32_t round) { kept_round_ = round; }

 private:
  CheckpointConfig config_;
  bool requested_ = false;
  std::optional<std::uint32_t> row_before_stop_;
  std::uint32_t kept_round_ = 0;  ///< round of the last one saved; 0 at first
  std::optional<Snapshot> snapshot_;
  std::set<std::uint32_t> missing_;  ///< parts not received
  std::uint32_t last_row_ = 0;
  bool taken_ = false;
};

}  // namespace fedltr
