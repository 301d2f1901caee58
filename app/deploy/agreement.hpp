#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "actors/link/agreed_keys.hpp"
#include "actors/silo/silo_plan.hpp"
#include "app/base/json_fwd.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// Agreement between the members of a consortium: everything in a scenario that
/// decides a result or what members send, without the paths of their files.
struct Agreement : link::Agreed {
  Scenario scenario;
  bool rehearsal = false;  ///< secrets are simulated: nothing is protected
  bool is_search = false;  ///< no training: parties answer until stopped

  SiloTask task() const {
    return is_search ? SiloTask::kSearch : SiloTask::kTraining;
  }
  const std::vector<std::string>& members() const {
    return scenario.silo.members;
  }
};

/// The kind of run that members agree to; each has an agreement of its own.
struct AgreementKind {
  bool rehearsal = false;
  bool search = false;
};

/// @throws UsageError  for a scenario that no consortium can run
Agreement read_agreement(const std::filesystem::path& file,
                         const AgreementKind& kind = {});

/// @param json  results in a file, which name their agreement
/// @throws CheckpointError  for results of another agreement
void require_agreement(const Json& json, const std::filesystem::path& file,
                       const Agreement& agreement);

/// @param file  the agreement's, for the message
/// @throws UsageError  if the agreement has no such member
std::uint32_t place_of_member(const Agreement& agreement,
                              const std::string& name,
                              const std::filesystem::path& file);

/// True if members ask each other questions: in a search session, or if a
/// method uses the answers.
bool asks_questions(const Agreement& agreement);

/// Describes how joint training combines the parties' messages; nullopt if it
/// combines nothing.
std::optional<std::string> combined_by(const Agreement& agreement);

/// The run of an agreement, without the members' data.
SiloPlan plan_of(const Agreement& agreement);

/// Version of this program, with the commit of its build: for logs, journals
/// and checkpoints.
std::string program_version();

}  // namespace fedltr
