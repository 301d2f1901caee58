#pragma once

#include <filesystem>
#include <memory>

#include "actors/silo/silo_plan.hpp"
#include "app/deploy/disclosure.hpp"
#include "app/deploy/own_rankers.hpp"

namespace fedltr {

/// A party's results at the end of a run.
struct PartyResults {
  DisclosureAccount account;
  const SiloPlan& plan;  ///< with its own data
  std::uint32_t party = 0;
  OwnRankers alone = {};  ///< to compare with; empty without held-out queries
  std::shared_ptr<const OwnRows> rows = {};  ///< null: it has none
};

/// Writes a party's models, their metrics on its own held-out queries, and the
/// headline method's rankings of these.
void write_party_files(const std::filesystem::path& folder,
                       const PartyResults& results);

/// Returns a run's exit code: budget spent if answers were withheld, or own
/// queries not asked.
int exit_code_of(const DisclosureAccount& account);
/// Returns the exit code of the run whose results are in a folder.
/// @throws CheckpointError  if they are of another agreement or member
int exit_code_of_results(const std::filesystem::path& folder,
                         const Agreement& agreement, const std::string& member);

/// Prints the metrics, one line per method.
void print_party_metrics(std::ostream& out, const PartyResults& results);

}  // namespace fedltr
