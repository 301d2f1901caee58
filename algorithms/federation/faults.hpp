#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/federation/round_spec.hpp"
#include "algorithms/federation/timeline.hpp"

namespace fedltr {

/// Fault of a client that takes part in a round of training.
enum class Fault : std::uint8_t {
  kNone,
  kDropout,  ///< never answers
  kCrash,    ///< ends before it learns, and is restarted
  kLate,     ///< sends its update rounds later
  kCorrupt,  ///< sends an invalid update
};

/// Kind of a corrupted update.
enum class Corruption : std::uint8_t {
  kNotANumber,
  kWrongSize,
  kWrongRound,
  kHuge,
};

/// Chances per client and round, and the handling of faults.
struct FaultOptions {
  double dropout = 0;
  double late = 0;
  double corrupt = 0;
  double crash = 0;
  std::uint32_t delay =
      1;  ///< maximum number of rounds by which an update is late
  bool use_late = false;   ///< late updates count when they arrive
  double staleness = 0.5;  ///< exponent: 1 / (1 + rounds late)^staleness
  std::uint32_t least =
      1;  ///< minimum number of updates; with fewer a round is not used
  std::uint32_t spared = 0;  ///< the first clients never fail

  bool any() const {
    return dropout > 0 || late > 0 || corrupt > 0 || crash > 0;
  }
};

/// Cumulative counts.
struct FaultCounts {
  std::uint64_t dropouts = 0;
  std::uint64_t crashes = 0;
  std::uint64_t late = 0;     ///< updates that missed their round
  std::uint64_t stale = 0;    ///< of these, used in a later one
  std::uint64_t lost = 0;     ///< of these, arrived in a round that is not used
  std::uint64_t corrupt = 0;  ///< updates that were corrupted
  std::uint64_t unused = 0;   ///< rounds with too few updates

  void add(const FaultCounts& other);
  auto fields(auto&& f) {
    return f(dropouts, crashes, late, stale, lost, corrupt, unused);
  }
  friend bool operator==(const FaultCounts&, const FaultCounts&) = default;
};

/// Updates that a round lacks, and its faults.
struct RoundFaults {
  std::uint32_t refused = 0;  ///< invalid updates
  std::uint32_t dropped = 0;  ///< updates that never came, or came too late
  FaultCounts simulated = {};

  auto fields(auto&& f) { return f(refused, dropped, simulated); }
};

/// Presence and faults as pure functions of client and round: the same for
/// every caller, at any time, and in a run that trains again.
class FaultSchedule {
 public:
  FaultSchedule() = default;
  /// @param timeline  in any order; only kJoin and kLeave matter
  FaultSchedule(const FaultOptions& options, std::uint64_t seed,
                std::vector<TimelineEntry> timeline = {});

  const FaultOptions& options() const { return options_; }
  bool none() const { return !options_.any() && timeline_.empty(); }
  /// True if clients join or leave.
  bool moves() const { return !timeline_.empty(); }
  /// Clients that ever join or leave; ascending. Others are always present.
  const std::vector<std::uint32_t>& movers() const { return movers_; }

  /// True if the client is present in a round. A client whose first event is
  /// joining was absent before; one whose first event is leaving was present.
  bool present(std::uint32_t client, std::uint32_t round) const;
  Fault fault(std::uint32_t client, std::uint32_t round) const;
  /// Its fault in this round spec: none, unless it is one of training (or of
  /// training again, which repeats the faults).
  Fault fault(std::uint32_t client, const RoundSpec& spec) const {
    return options_.any() && spec.trains() ? fault(client, spec.training_round)
                                           : Fault::kNone;
  }
  /// Number of rounds by which its update is late, 1 to options().delay.
  std::uint32_t delay(std::uint32_t client, std::uint32_t round) const;
  Corruption corruption(std::uint32_t client, std::uint32_t round) const;
  /// True if its update counts in that very round.
  bool answers(std::uint32_t client, std::uint32_t round) const {
    return present(client, round) && fault(client, round) == Fault::kNone;
  }
  /// Factor for an update that is `rounds` rounds late: FedBuff's polynomial;
  /// its experiments use 1 / sqrt(1 + rounds).
  double staleness(std::uint32_t rounds) const;

 private:
  FaultOptions options_;
  std::uint64_t seed_ = 0;
  std::vector<TimelineEntry> timeline_;  ///< by round
  std::vector<std::uint32_t> movers_;
};

}  // namespace fedltr
