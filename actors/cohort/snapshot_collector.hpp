#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "actors/cohort/cohort_memory.hpp"

namespace fedltr {

/// Assembles a cohort's part of a checkpoint from its own record and its
/// clients' state.
class SnapshotCollector {
 public:
  /// Begins a checkpoint of that round.
  /// @param own    memory of the cohort; `clients` is filled in here
  /// @param asked  clients asked for their state
  void open(std::uint32_t round, CohortMemory own,
            std::set<std::uint32_t> asked);
  /// Takes a client's state; ignores it if it is of another checkpoint or comes
  /// twice.
  void add(std::uint32_t round, std::uint32_t client, std::string bytes);

  /// True if the part is complete and has not been taken.
  bool is_complete() const { return open_ && owed_.empty(); }
  std::uint32_t round() const { return round_; }
  std::string take();

 private:
  bool open_ = false;
  std::uint32_t round_ = 0;
  CohortMemory memory_;
  std::set<std::uint32_t> owed_;  ///< clients that have not answered
};

}  // namespace fedltr
