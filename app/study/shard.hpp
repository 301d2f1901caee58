#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/study/checkpoint.hpp"
#include "app/study/planned_study.hpp"

namespace fedltr {

/// Part of a study: every `count`-th of its runs (points, folds, repeats,
/// baselines), in order. The division depends on nothing else, so each machine
/// of a batch can take one shard.
struct Shard {
  std::uint32_t number = 1;  ///< 1 to count
  std::uint32_t count = 1;

  bool holds(std::uint32_t run) const { return run % count == number - 1; }
  /// Returns its folder below the study's: `shard-2-of-5`.
  std::string folder() const;
};

/// Parses `I/N`, or `slurm` for the task of a SLURM job array from
/// SLURM_ARRAY_TASK_ID, _COUNT, _MIN and _STEP.
/// @throws UsageError
Shard parse_shard(const std::string& text);

/// Returns the folders of shards below a study's.
std::vector<std::filesystem::path> shards_below(
    const std::filesystem::path& folder);

/// Returns the folders with those that hold shards replaced by the shards.
std::vector<std::filesystem::path> shards_in(
    const std::vector<std::filesystem::path>& folders);

/// Finds the folder of the shard that holds each run.
/// @param checkpoints  by run folder
/// @param folder       folder of the study
/// @throws UsageError  naming the first run that is in no shard, or a folder
///                     that is no shard
std::vector<std::filesystem::path> find_runs(
    Checkpoints checkpoints, const std::filesystem::path& folder,
    const std::vector<PlannedRun>& runs,
    const std::vector<std::filesystem::path>& shards);

/// Checks that the found runs can be read.
/// @throws CheckpointError  if a shard is damaged, or of another scenario,
///                          version or data
void require_runs(Checkpoints checkpoints, const std::vector<PlannedRun>& runs,
                  const std::vector<std::filesystem::path>& sources);

/// Copies the found runs into a study's checkpoints.
/// @throws CheckpointError  as require_runs()
void take_runs(Checkpoints checkpoints, const std::vector<PlannedRun>& runs,
               const std::vector<std::filesystem::path>& sources);

}  // namespace fedltr
