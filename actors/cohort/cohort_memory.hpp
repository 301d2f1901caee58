#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "actors/cohort/bounds.hpp"
#include "actors/cohort/late_updates.hpp"

namespace fedltr {

/// A cohort's own state between rounds.
struct CohortRecord {
  std::vector<ClientStats> stats;  ///< by client
  LateUpdates late;
};

/// The state of a cohort and its clients between rounds: a checkpoint holds it,
/// and it moves to another node.
struct CohortMemory {
  CohortRecord record;
  std::vector<bool> here;  ///< by client: false if it has left
  std::vector<std::string>
      clients;  ///< by client: its state, if clients keep any
};

/// Writes the memory of a cohort as bytes.
std::string write_cohort_memory(CohortMemory memory);

/// Reads the memory of a cohort from bytes, which may come from a peer.
/// @throws ArchiveError  unless the memory fits that cohort of the plan
CohortMemory read_cohort_memory(const Bounds& bounds, std::string_view bytes);

}  // namespace fedltr
