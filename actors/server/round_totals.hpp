#pragma once

#include "actors/plan.hpp"
#include "actors/server/aggregator.hpp"
#include "algorithms/online/discounted.hpp"

namespace fedltr {

/// Number of bytes of each message between server and client.
struct MessageBytes {
  std::uint64_t order = 0;   ///< order to train
  std::uint64_t update = 0;  ///< the answer to it
  /// Message of secure aggregation without its contents.
  std::uint64_t secure_envelope = 0;
};

MessageBytes message_bytes(const FederationPlan& plan);

/// Counts the events of a run in records that form the learning curve. Counts
/// of a round that is given up leave no trace in `closed()`.
class RoundTotals {
 public:
  /// @param discount  of online performance from round to round
  /// @param epsilon   accounted before the first round
  RoundTotals(const MessageBytes& bytes, double discount, double epsilon);

  /// Begins a round of `clients` clients.
  void open(std::uint32_t clients) {
    open_.clients = clients;
    open_.rejected.clear();
  }
  /// Counts updates that were invalid or did not come in time, and the faults.
  void count_faults(const RoundFaults& faults);
  void count_secure(const SecureTotals& round);
  /// Counts updates that a robust rule rejects.
  void count_rejected(RuleVerdict verdict);
  /// Counts a round with too few updates to be used.
  void count_unused();

  /// Number of clients of the open round that answered.
  std::uint64_t answering() const;
  /// True if more updates of the open round were invalid than were corrupted on
  /// purpose.
  bool unexpectedly_invalid() const;
  std::uint64_t bytes_up() const { return bytes_.update * answering(); }
  std::uint64_t bytes_down() const { return bytes_.order * open_.clients; }

  /// Ends the open round.
  /// @param round           number of closed rounds, this one included
  /// @param training_round  of its spec
  /// @param epsilon         accounted so far
  void close(std::uint32_t round, std::uint32_t training_round,
             const PartialSum& sum, double epsilon);
  const RoundRecord& closed() const { return closed_; }

  void exchange(Archive& archive);

 private:
  MessageBytes bytes_;
  DiscountedSum discounted_;
  RoundRecord closed_;  ///< as of the last closed round
  RoundRecord open_;    ///< with the counts since then
};

}  // namespace fedltr
