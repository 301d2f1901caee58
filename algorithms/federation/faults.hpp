#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/federation/round_spec.hpp"
#include "algorithms/federation/timeline.hpp"

namespace fedltr {

/// The fault of a client that is asked in a round of training.
enum class Fault : std::uint8_t {
  kNone,
  kDropout,  ///< it never answers
  kCrash,    ///< it ends before it learns, and is started anew
  kLate,     ///< its update comes rounds later
  kCorrupt,  ///< its update comes as nonsense
};

/// What an update becomes that is corrupted.
enum class Corruption : std::uint8_t {
  kNotANumber,
  kWrongSize,
  kWrongRound,
  kHuge,
};

/// Chances of a client and a round, and what follows from them.
struct FaultOptions {
  double dropout = 0;
  double late = 0;
  double corrupt = 0;
  double crash = 0;
  std::uint32_t delay = 1;   ///< rounds an update is late, at most
  bool use_late = false;     ///< late updates count when they arrive
  double staleness = 0.5;    ///< exponent: 1 / (1 + rounds late)^staleness
  std::uint32_t least = 1;   ///< updates without which a round is not used
  std::uint32_t spared = 0;  ///< the first clients never fail

  bool any() const {
    return dropout > 0 || late > 0 || corrupt > 0 || crash > 0;
  }
};

/// What was counted, cumulatively.
struct FaultCounts {
  std::uint64_t dropouts = 0;
  std::uint64_t crashes = 0;
  std::uint64_t late = 0;     ///< updates that missed their round
  std::uint64_t stale = 0;    ///< of these, used in a later one
  std::uint64_t lost = 0;     ///< of these, come in a round that is not used
  std::uint64_t corrupt = 0;  ///< updates that were corrupted
  std::uint64_t unused = 0;   ///< rounds with too few updates

  void add(const FaultCounts& other);
  template <class F>
  auto fields(F&& f) {
    return f(dropouts, crashes, late, stale, lost, corrupt, unused);
  }
  friend bool operator==(const FaultCounts&, const FaultCounts&) = default;
};

/// Who is there and what goes wrong, as pure functions of client and round: the
/// same whoever asks, whenever, and in a run that trains again.
class FaultSchedule {
 public:
  FaultSchedule() = default;
  /// @param timeline  in any order; only kJoin and kLeave matter
  FaultSchedule(const FaultOptions& options, std::uint64_t seed,
                std::vector<TimelineEntry> timeline = {});

  const FaultOptions& options() const { return options_; }
  bool none() const { return !options_.any() && timeline_.empty(); }
  /// Whether clients come or go.
  bool moves() const { return !timeline_.empty(); }

  /// Whether the client is there in a round. One that first joins was absent
  /// before; one that first leaves was there.
  bool present(std::uint32_t client, std::uint32_t round) const;
  Fault fault(std::uint32_t client, std::uint32_t round) const;
  /// Its fault in this round spec: none, unless it is one of training
  /// (or of training once more, which repeats what was).
  Fault fault(std::uint32_t client, const RoundSpec& spec) const {
    return options_.any() && spec.trains() ? fault(client, spec.training_round)
                                           : Fault::kNone;
  }
  /// Rounds by which its update is late, 1 to options().delay.
  std::uint32_t delay(std::uint32_t client, std::uint32_t round) const;
  Corruption corruption(std::uint32_t client, std::uint32_t round) const;
  /// Whether its update counts in that very round.
  bool answers(std::uint32_t client, std::uint32_t round) const {
    return present(client, round) && fault(client, round) == Fault::kNone;
  }
  /// What an update counts that is late by so many rounds: FedBuff's
  /// polynomial, of which its experiments take 1 / sqrt(1 + rounds).
  double staleness(std::uint32_t rounds) const;

 private:
  FaultOptions options_;
  std::uint64_t seed_ = 0;
  std::vector<TimelineEntry> timeline_;  ///< by round
};

}  // namespace fedltr
