#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "algorithms/federation/block.hpp"

namespace fedltr {

/// Adds up the sums of a round's cohorts in the order of the cohorts, not of
/// arrival, so that the total has the same bits every time. Keeps a sum only
/// until those before it have arrived.
class RoundCollector {
 public:
  /// Begins a round.
  /// @param cohorts  cohorts that take part, ascending
  void open(std::uint32_t round, std::vector<std::uint32_t> cohorts);

  /// Returns the next cohort to train, in order; nullopt after the last.
  std::optional<std::uint32_t> next_cohort();

  /// Takes a cohort's sum, and its rows for a robust rule.
  /// @throws std::invalid_argument  unless the round waits for that cohort
  void add(std::uint32_t round, std::uint32_t cohort, const PartialSum& sum,
           const ClientRows& rows = {});
  bool complete() const { return added_ == cohorts_.size(); }

  /// Returns the sum of a complete round; to be taken once.
  PartialSum take_sum() { return std::move(total_); }
  /// Returns the rows of a complete round; to be taken once.
  ClientRows take_rows();

 private:
  std::uint32_t round_ = 0;
  std::vector<std::uint32_t> cohorts_;
  std::size_t ordered_ = 0;  ///< cohorts that have been returned
  std::size_t added_ = 0;    ///< cohorts whose sum is in the total
  PartialSum total_;
  std::map<std::uint32_t, PartialSum> early_;  ///< by cohort
  std::map<std::uint32_t, ClientRows> rows_;   ///< by cohort
};

}  // namespace fedltr
