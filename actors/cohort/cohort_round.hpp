#pragma once

#include <memory>
#include <string>
#include <vector>

#include "actors/cohort/cohort_memory.hpp"
#include "actors/cohort/window.hpp"
#include "actors/protocol/attack_messages.hpp"
#include "actors/protocol/secure_messages.hpp"
#include "actors/protocol/training_messages.hpp"

namespace fedltr {

/// A cohort's part of a round: orders clients to train, injects faults, and
/// checks and counts updates.
class CohortRound {
 public:
  /// Outcome of a client's turn.
  enum class Turn {
    kTrains,
    kStays,    ///< silent: it drops out
    kCrashes,  ///< ends before it trains
  };
  struct Next {
    std::uint32_t client = 0;
    Turn turn = Turn::kTrains;
  };

  /// @param first         number of the cohort's first client
  /// @param interactions  of each client in a round of training, as in Block
  CohortRound(std::shared_ptr<const FederationPlan> plan, std::uint32_t first,
              const std::vector<std::uint32_t>& interactions);

  /// Begins a round.
  void open(const TrainCohort& order);
  /// Returns the next client, in order; counts it and its fault, if any.
  std::optional<Next> next();
  /// Stops waiting for a client that has crashed.
  void excuse(std::uint32_t client) { block_.excuse(client); }

  /// Takes an update; an invalid one is counted, not used.
  void accept(const Update& update);
  /// Takes an update whose numbers are masked.
  void accept(const MaskedUpdate& update);
  bool is_complete() const { return block_.complete(); }
  /// True if the round waits only for clients that poison it.
  bool is_complete_but_attackers() const {
    return block_.waiting() == attackers_;
  }
  /// Returns the updates so far, one row each.
  HonestUpdates honest_updates() const;

  /// Ends the round.
  CohortUpdate close();
  /// Returns the sum of a closed round's masked words; to be taken once.
  MaskedSum take_masked_sum();

  /// True if a round is open.
  bool is_open() const { return is_open_; }
  /// The order of the round opened last.
  const TrainCohort& order() const { return order_; }
  /// The cohort's own state after that round: the last one may have been given
  /// up.
  const CohortRecord& record(std::uint32_t round) const {
    return round < order_.round ? before_ : record_;
  }
  void restore(CohortRecord record) { record_ = std::move(record); }

 private:
  bool judge(const Update& update);
  void keep_late(const Update& update);
  void count_missing(std::uint32_t client);
  void count_silent(std::uint32_t client);
  void add_late(PartialSum& sum);

  std::shared_ptr<const FederationPlan> plan_;
  std::uint32_t first_;
  std::uint32_t size_;  ///< number of clients
  Block block_;
  TrainCohort order_;
  bool is_open_ = false;
  std::uint32_t attackers_ = 0;  ///< participants that poison the round
  Window<std::uint32_t> window_;
  CohortRecord record_;
  CohortRecord before_;  ///< state before the open round
  // Since the last round was closed:
  RoundFaults faults_;
  std::string first_invalid_;  ///< the client and the reason
  MaskedSum masked_;
};

}  // namespace fedltr
