#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "actors/plan.hpp"

namespace fedltr {

/// A checkpoint: all that is not in the plan, between two rounds.
struct Snapshot {
  std::uint32_t round = 0;
  std::string server;
  std::vector<RoundRecord> rounds;  ///< rows of the curve so far
  std::vector<std::string> parts;   ///< the cohorts', then the adversary's

  void exchange(Archive& archive);
};

/// Decides when a checkpoint is made and puts it together from its parts. One
/// is made at a time. What training waits for is the copy of the server's state
/// only: the other parts, and rows of the curve that are still being
/// evaluated, join it while the next rounds run.
class Checkpointer {
 public:
  explicit Checkpointer(const CheckpointConfig& config) : config_(config) {}

  /// Asks for a checkpoint as soon as one can be made.
  void request() { requested_ = true; }
  /// Asks for one if it is due after that round.
  void round_closed(std::uint32_t round);
  /// Notes that the run is stopped: it makes one checkpoint more, if any, whose
  /// rows go up to this one, since the next is of a round that isn't on the
  /// curve of the whole run.
  /// @param spent  its privacy budget, so that nothing is to be resumed
  void stop(std::uint32_t last_row, bool spent);
  /// It is too late for one.
  void withdraw() { requested_ = false; }

  /// Whether one is asked for, and none is being made.
  bool is_due() const { return requested_ && !snapshot_; }
  /// Meets the request.
  /// @return  whether there is anything to keep since the last one
  bool take_request(std::uint32_t round);
  /// The last row of the curve that belongs to a checkpoint made now.
  /// @param evaluated  round that is evaluated, or about to be
  std::uint32_t last_row(std::uint32_t evaluated) const {
    return row_before_stop_.value_or(evaluated);
  }

  /// Begins one of that round.
  /// @param server    state of the server
  /// @param last_row  of the curve that belongs to it
  /// @param parts     beside the server's
  void begin(std::uint32_t round, std::uint32_t last_row, std::string server,
             std::size_t parts);
  bool is_busy() const { return snapshot_.has_value(); }
  /// Takes a part; of another checkpoint, or a second time: passed over.
  /// @param place  among the parts
  void add(std::uint32_t round, std::uint32_t place, std::string bytes);
  /// The checkpoint, once all is there; given once.
  /// @param oldest_awaiting  row that is still being evaluated, if any
  /// @param rows             evaluated so far
  std::optional<std::string> take_complete(
      std::optional<std::uint32_t> oldest_awaiting,
      const std::vector<RoundRecord>& rows);
  /// The round of the checkpoint that is being made.
  std::uint32_t round() const { return snapshot_->round; }
  /// Ends it: it is kept.
  void kept();
  /// Notes that the run goes on from a checkpoint of that round.
  void resumed(std::uint32_t round) { kept_round_ = round; }

 private:
  CheckpointConfig config_;
  bool requested_ = false;
  std::optional<std::uint32_t> row_before_stop_;
  std::uint32_t kept_round_ = 0;  ///< of the last one; 0: the beginning
  std::optional<Snapshot> snapshot_;
  std::vector<bool> received_;  ///< by part
  std::size_t missing_ = 0;     ///< of these
  std::uint32_t last_row_ = 0;
  bool taken_ = false;
};

}  // namespace fedltr
