#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "actors/plan.hpp"

namespace fedltr {

/// Number of models that are scored in one pass over the data, at most.
inline constexpr std::size_t kEvaluationBatch = 8;

/// Number of batches that are scored at the same time, beside the next rounds:
/// each on a thread of its own, without too many models in memory.
constexpr std::size_t batches_in_flight(std::size_t threads) {
  return std::clamp<std::size_t>(threads, 4, 16);
}

/// Closed rounds that wait for their metrics, in the order of the rounds.
/// Models are scored in batches: one pass over the data serves an entire batch.
class EvaluationQueue {
 public:
  struct Batch {
    std::vector<std::uint32_t> rounds;
    /// For each round, the round of training whose clients are present.
    std::vector<std::uint32_t> training_rounds;
    std::vector<Parameters> models;
  };

  /// @param batch_size  models scored in one pass, at least 1
  /// @param capacity    maximum number of waiting rounds; bounds memory and
  ///                    changes no result
  EvaluationQueue(std::size_t batch_size, std::size_t capacity)
      : batch_size_(batch_size), capacity_(capacity) {}

  void add(RoundRecord record, std::uint32_t training_round, Parameters model);

  bool empty() const { return awaiting_.empty(); }
  bool full() const { return awaiting_.size() >= capacity_; }
  /// First round without metrics; nullopt if there is none.
  std::optional<std::uint32_t> oldest() const;

  /// True if models are to be sent now: a batch is full, or the last model is
  /// the initial one, whose metrics show at once that the run works.
  bool batch_is_due() const;
  /// Models that have not been sent yet.
  Batch take_batch() { return std::exchange(batch_, {}); }

  /// Fills in metrics; batches may be scored in any order.
  /// @param rounds  that wait
  /// @param means   one per metric, round after round
  /// @return        records of the rounds before the first without metrics, in
  ///                order, each once
  /// @throws std::invalid_argument  if the queue doesn't wait for these rounds
  std::vector<RoundRecord> complete(std::span<const std::uint32_t> rounds,
                                    const VectorView& means);

  /// Takes a cohort's part of a round that clients answer themselves.
  /// @param sums, counts  over its clients that have a value, one per value
  /// @param cohorts       number of cohorts that evaluate the round
  /// @return              means over all clients once all cohorts have answered
  std::optional<Vector> add_part(std::uint32_t round, std::uint32_t cohort,
                                 const VectorView& sums,
                                 const VectorView& counts, std::size_t cohorts);

 private:
  std::size_t batch_size_;
  std::size_t capacity_;
  struct Waiting {
    RoundRecord record;
    bool is_scored = false;
  };
  std::deque<Waiting> awaiting_;
  Batch batch_;
  /// By round and cohort: sums and counts.
  std::map<std::uint32_t, std::map<std::uint32_t, std::pair<Vector, Vector>>>
      parts_;
};

}  // namespace fedltr
