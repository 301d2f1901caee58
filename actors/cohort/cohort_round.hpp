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

/// A round as a cohort runs it: who is still to be told to train, which faults
/// are injected, and what the updates that come are worth.
class CohortRound {
 public:
  /// What becomes of a client whose turn it is.
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
  /// @param interactions  of each client in a round of training
  CohortRound(std::shared_ptr<const FederationPlan> plan, std::uint32_t first,
              const std::vector<std::uint32_t>& interactions);

  /// Begins a round.
  void open(const TrainCohort& order);
  /// The next client, in order; counts it, and the fault if there is one.
  std::optional<Next> next();
  /// Waits no longer for a client that has crashed.
  void excuse(std::uint32_t client) { block_.excuse(client); }

  /// Takes an update; one that is invalid is counted, not used.
  void accept(const Update& update);
  /// Takes one whose numbers are masked.
  void accept(const MaskedUpdate& update);
  bool is_complete() const { return block_.complete(); }
  /// Whether nobody is waited for but clients that poison the round.
  bool is_complete_but_attackers() const {
    return block_.waiting() == attackers_;
  }
  /// The updates so far, a row each.
  HonestUpdates honest_updates() const;

  /// Ends the round.
  CohortUpdate close();
  /// Sum of the masked words of a round that is closed; to be taken once.
  MaskedSum take_masked_sum();

  /// Whether a round has been opened and not been closed.
  bool is_open() const { return is_open_; }
  /// Of the round opened last.
  const TrainCohort& order() const { return order_; }
  /// What is kept from round to round, as it is after that round: the last one
  /// may have been given up.
  const CohortRecord& record(std::uint32_t round) const {
    return round < order_.round ? before_ : record_;
  }
  void restore(CohortRecord record) { record_ = std::move(record); }

 private:
  ClientStats& stats(std::uint32_t client) {
    return record_.stats[client - first_];
  }
  bool judge(const Update& update);
  void keep_late(const Update& update);
  void count_missing(std::uint32_t client, bool silent);
  void add_late(PartialSum& sum);

  std::shared_ptr<const FederationPlan> plan_;
  std::uint32_t first_;
  Block block_;
  TrainCohort order_;
  bool is_open_ = false;
  std::uint32_t attackers_ = 0;  ///< participants that poison the round
  Window<std::uint32_t> window_;
  CohortRecord record_;
  CohortRecord before_;  ///< as the open round began
  // Since the last round was closed:
  std::uint32_t invalid_ = 0;
  std::string first_invalid_;  ///< which, and why
  std::uint32_t missing_ = 0;
  FaultCounts faults_;
  MaskedSum masked_;
};

}  // namespace fedltr
