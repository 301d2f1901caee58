#pragma once

#include <filesystem>
#include <optional>

#include "app/results/federation_files.hpp"

namespace fedltr {

/// State of a run after its last round, as state-fF-rR.bin keeps it.
struct KeptState {
  std::uint32_t round = 0;
  std::string snapshot;  ///< a plan's `resume`

  void exchange(Archive& archive);
};

/// Formats it for a run of a scenario, whose number of rounds does not count:
/// from there a run with more rounds continues.
/// @param files  of the data
std::string state_text(KeptState state, const Scenario& scenario,
                       const std::vector<DataFile>& files, int fold,
                       std::uint32_t repeat);

/// Reads the state of a run from its run folder; nullopt if there is none.
/// @throws CheckpointError  if it is damaged, or of another scenario or run
std::optional<KeptState> read_state(const std::filesystem::path& run_folder,
                                    const Scenario& scenario,
                                    const std::vector<DataFile>& files,
                                    int fold, std::uint32_t repeat);

}  // namespace fedltr
