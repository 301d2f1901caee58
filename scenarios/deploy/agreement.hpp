#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "actors/silo/plan.hpp"
#include "scenarios/schema/scenario.hpp"

namespace fedltr {

/// What the members of a consortium agree on: all of a scenario that decides a
/// result or what is told, and not where anybody's files are.
struct Agreement {
  Scenario scenario;
  bool rehearsal = false;  ///< secrets are simulated: nothing is protected
  std::string digest;      ///< SHA-256 of the keys and their values

  const std::vector<std::string>& members() const {
    return scenario.silo.members;
  }
};

/// @throws UsageError  for what no consortium can run
Agreement read_agreement(const std::filesystem::path& file, bool rehearsal);

/// The run that follows from it, without anybody's data.
std::shared_ptr<SiloPlan> plan_of(const Agreement& agreement);

/// Of this program, as both sides must have it.
std::string program_version();

}  // namespace fedltr
