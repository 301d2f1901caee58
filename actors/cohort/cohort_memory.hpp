#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "actors/cohort/bounds.hpp"
#include "actors/cohort/late_updates.hpp"

namespace fedltr {

/// A cohort's own state between rounds.
struct CohortRecord {
  /// Statistics of the clients that were asked to train; ascending.
  std::vector<ClientStats> stats;
  LateUpdates late;

  /// Returns the statistics of a client that was asked, or is asked now.
  ClientStats& of(std::uint32_t client);
};

/// The state of a cohort and its clients between rounds: a checkpoint holds it,
/// and it moves to another node.
struct CohortMemory {
  CohortRecord record;
  std::vector<std::uint32_t> left;  ///< clients that have left; ascending
  /// State of clients, if clients keep any; of others it is the initial one.
  std::map<std::uint32_t, std::string> clients;
};

/// Writes the memory of a cohort as bytes.
std::string write_cohort_memory(CohortMemory memory);

/// Reads the memory of a cohort from bytes, which may come from a peer.
/// @throws ArchiveError  unless the memory fits that cohort of the plan
CohortMemory read_cohort_memory(const Bounds& bounds, std::string_view bytes);

}  // namespace fedltr
