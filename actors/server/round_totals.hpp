#pragma once

#include "actors/plan.hpp"
#include "actors/server/aggregator.hpp"
#include "algorithms/online/discounted.hpp"

namespace fedltr {

/// Bytes that a message takes between server and client.
struct MessageBytes {
  std::uint64_t order = 0;   ///< to train
  std::uint64_t update = 0;  ///< that answers
  /// Of secure aggregation, around its contents.
  std::uint64_t secure_envelope = 0;
};

/// Counts what happens in a run: the records of which the learning curve is
/// made. Counts of a round that is given up leave no trace in `closed()`.
class RoundTotals {
 public:
  /// @param discount  of online performance from round to round
  /// @param epsilon   before the first round
  RoundTotals(const MessageBytes& bytes, double discount, double epsilon);

  /// Begins a round of so many clients.
  void open(std::uint32_t clients) {
    open_.clients = clients;
    open_.rejected.clear();
  }
  void count_invalid(std::uint32_t updates) { open_.refused += updates; }
  /// Counts updates that did not come in time, and why.
  void count_faults(std::uint32_t dropped, const FaultCounts& faults);
  void count_secure(const SecureTotals& round);
  /// Counts updates that a robust rule rejects.
  void count_rejected(RuleVerdict verdict);
  /// Counts a round that brings too little to be used.
  void count_unused();

  /// Clients of the open round that have been asked and have sent something.
  std::uint64_t answering() const;
  /// Whether more updates of the open round were invalid than were corrupted on
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
  RoundRecord open_;    ///< with what was counted since
};

}  // namespace fedltr
