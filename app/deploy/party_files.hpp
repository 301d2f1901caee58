#pragma once

#include <filesystem>

#include "actors/silo/silo_plan.hpp"
#include "app/deploy/disclosure.hpp"

namespace fedltr {

/// What a party has at the end of a run.
struct PartyResults {
  DisclosureAccount account;
  const SiloPlan& plan;  ///< with its own data
  std::uint32_t party = 0;
};

/// Its models, its metrics on its own held-out queries, and how the headline
/// method ranks them.
void write_party_files(const std::filesystem::path& folder,
                       const PartyResults& results);

/// The metrics, a line a method.
void print_party_metrics(std::ostream& out, const PartyResults& results);

}  // namespace fedltr
