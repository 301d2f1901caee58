#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/study/checkpoint.hpp"

namespace fedltr {

/// Part of a study: of its runs (points, folds, repeats, baselines) in their
/// order every `count`-th one. Which runs that are does not depend on anything
/// else, so each machine of a batch can take one shard.
struct Shard {
  std::uint32_t number = 1;  ///< 1 to count
  std::uint32_t count = 1;

  bool holds(std::uint32_t run) const { return run % count == number - 1; }
  /// Its folder below the study's: `shard-2-of-5`.
  std::string folder() const;
};

/// Reads `I/N`; or `slurm`: the task of a SLURM job array, of
/// SLURM_ARRAY_TASK_ID, _COUNT, _MIN and _STEP.
/// @throws UsageError
Shard parse_shard(const std::string& text);

/// Folders of shards below a study's.
std::vector<std::filesystem::path> shards_below(
    const std::filesystem::path& folder);

/// A run of a study.
struct PlannedRun {
  std::size_t folder = 0;  ///< place of its run folder
  int fold = 1;
  std::uint32_t repeat = 1;
};

/// Folders of shards that hold a study's runs, by run.
/// @param checkpoints  by run folder
/// @param folder       of the study
/// @throws UsageError  naming the first run that is in no shard, or a folder
///                     that is none
std::vector<std::filesystem::path> find_runs(
    std::span<const std::shared_ptr<const CheckpointFolder>> checkpoints,
    const std::filesystem::path& folder, const std::vector<PlannedRun>& runs,
    const std::vector<std::filesystem::path>& shards);

/// Reads the runs where they were found.
/// @throws CheckpointError  if a shard is damaged, or of another scenario,
///                          version or data
void require_runs(
    std::span<const std::shared_ptr<const CheckpointFolder>> checkpoints,
    const std::vector<PlannedRun>& runs,
    const std::vector<std::filesystem::path>& sources);

/// Copies the runs from where they were found into a study's checkpoints.
/// @throws CheckpointError  likewise
void take_runs(
    std::span<const std::shared_ptr<const CheckpointFolder>> checkpoints,
    const std::vector<PlannedRun>& runs,
    const std::vector<std::filesystem::path>& sources);

}  // namespace fedltr
