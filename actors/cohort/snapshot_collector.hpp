#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "actors/cohort/cohort_memory.hpp"

namespace fedltr {

/// Assembles a cohort's part of a checkpoint from its own record and its
/// clients' state.
class SnapshotCollector {
 public:
  /// Begins a checkpoint of that round.
  /// @param own    memory of the cohort; `clients` is filled in here
  /// @param asked  true for clients asked for their state, by place in the
  ///               cohort; empty if clients keep no state
  void open(std::uint32_t round, CohortMemory own, std::vector<bool> asked);
  /// Takes a client's state; ignores it if it is of another checkpoint or comes
  /// twice.
  /// @param place  of the client in the cohort
  void add(std::uint32_t round, std::size_t place, std::string bytes);

  /// True if the part is complete and has not been taken.
  bool is_complete() const { return open_ && missing_ == 0; }
  std::uint32_t round() const { return round_; }
  std::string take();

 private:
  bool open_ = false;
  std::uint32_t round_ = 0;
  CohortMemory memory_;
  std::vector<bool> asked_;  ///< by place: true until the client has answered
  std::size_t missing_ = 0;  ///< clients that have not answered
};

}  // namespace fedltr
