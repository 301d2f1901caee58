#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "actors/silo/silo_plan.hpp"
#include "app/base/json_fwd.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// What the members of a consortium agree on: all of a scenario that decides a
/// result or what is told, and not where anybody's files are.
struct Agreement {
  Scenario scenario;
  bool rehearsal = false;  ///< secrets are simulated: nothing is protected
  bool is_search = false;  ///< nobody trains: parties answer until stopped
  std::string digest;      ///< SHA-256 of the keys and their values

  const std::vector<std::string>& members() const {
    return scenario.silo.members;
  }
};

/// @param search  of a search session, which is another agreement
/// @throws UsageError  for what no consortium can run
Agreement read_agreement(const std::filesystem::path& file, bool rehearsal,
                         bool search = false);

/// @param json  results in a file, which say their agreement
/// @throws CheckpointError  for those of another
void require_agreement(const Json& json, const std::filesystem::path& file,
                       const Agreement& agreement);

/// How joint training combines what parties tell, in words; none where nothing
/// is combined.
std::optional<std::string> combined_by(const Agreement& agreement);

/// The run that follows from it, without anybody's data.
std::shared_ptr<SiloPlan> plan_of(const Agreement& agreement);

/// Of this program, as both sides must have it.
std::string program_version();

}  // namespace fedltr
