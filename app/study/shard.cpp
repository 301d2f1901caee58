#include "app/study/shard.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <regex>

#include "app/base/errors.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostShards = 1000000;
constexpr std::string_view kSlurm = "slurm";

std::optional<std::uint64_t> variable(const char* name) {
  const char* const text = std::getenv(name);
  return text ? parse_whole(text) : std::nullopt;
}

Shard slurm_shard() {
  const auto task = variable("SLURM_ARRAY_TASK_ID");
  const auto count = variable("SLURM_ARRAY_TASK_COUNT");
  const auto least = variable("SLURM_ARRAY_TASK_MIN");
  const auto step = variable("SLURM_ARRAY_TASK_STEP").value_or(1);
  const bool even = task && least && step > 0 && *task >= *least &&
                    (*task - *least) % step == 0;
  const std::uint64_t place = even ? (*task - *least) / step : 0;
  if (!even || !count || *count > kMostShards || place >= *count)
    throw UsageError(
        "--shard slurm: expected a SLURM job array of evenly spaced tasks "
        "(SLURM_ARRAY_TASK_ID, _COUNT, _MIN, _STEP), e.g. sbatch --array=1-5");
  // A single task, e.g. one run again, does not reveal the number of tasks.
  if (*count == 1)
    throw UsageError(
        "--shard slurm: SLURM_ARRAY_TASK_ID = " + std::to_string(*task) +
        " is the only task of its array; write --shard " +
        "I/N, the task's place among the N of the first array");
  return {static_cast<std::uint32_t>(place + 1),
          static_cast<std::uint32_t>(*count)};
}

/// Returns the first shard with a run.
const fs::path* find_run(const std::vector<fs::path>& shards,
                         const fs::path& below, const PlannedRun& run) {
  const auto found = std::ranges::find_if(shards, [&](const fs::path& shard) {
    return fs::exists(
        CheckpointFolder::file_in(shard / below, run.fold, run.repeat));
  });
  return found == shards.end() ? nullptr : &*found;
}

/// Names a folder that is no shard of this study, for a message.
std::string foreign_shard(Checkpoints checkpoints, const fs::path& folder,
                          const std::vector<PlannedRun>& runs,
                          const std::vector<fs::path>& shards) {
  for (const fs::path& shard : shards) {
    const auto holds = [&](const PlannedRun& run) {
      return find_run({shard},
                      checkpoints[run.folder]->run_folder().lexically_relative(
                          folder),
                      run) != nullptr;
    };
    if (std::ranges::none_of(runs, holds))
      return "; " + shard.string() + " holds none of this study's runs";
  }
  return "";
}

}  // namespace

std::string Shard::folder() const {
  return "shard-" + std::to_string(number) + "-of-" + std::to_string(count);
}

Shard parse_shard(const std::string& text) {
  if (text == kSlurm) return slurm_shard();
  const std::size_t slash = text.find('/');
  const auto number = parse_whole(text.substr(0, slash));
  const auto count = slash == std::string::npos
                         ? std::nullopt
                         : parse_whole(text.substr(slash + 1));
  if (!number || !count || *count > kMostShards || *number < 1 ||
      *number > *count)
    throw UsageError("--shard " + text +
                     ": expected I/N, shard I = 1 to N of N, or slurm");
  return {static_cast<std::uint32_t>(*number),
          static_cast<std::uint32_t>(*count)};
}

std::vector<fs::path> shards_below(const fs::path& folder) {
  static const std::regex kName("shard-[0-9]+-of-[0-9]+");
  std::vector<fs::path> shards;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    if (entry.is_directory() &&
        std::regex_match(entry.path().filename().string(), kName))
      shards.push_back(entry.path());
  std::ranges::sort(shards);
  return shards;
}

std::vector<fs::path> shards_in(const std::vector<fs::path>& folders) {
  std::vector<fs::path> shards;
  for (const fs::path& folder : folders) {
    const auto below = shards_below(folder);
    if (below.empty()) shards.push_back(folder);
    shards.insert(shards.end(), below.begin(), below.end());
  }
  return shards;
}

std::vector<fs::path> find_runs(Checkpoints checkpoints, const fs::path& folder,
                                const std::vector<PlannedRun>& runs,
                                const std::vector<fs::path>& shards) {
  for (const fs::path& shard : shards)
    if (!fs::is_directory(shard))
      throw UsageError(shard.string() +
                       ": is no folder; of a shard it is shard-I-of-N in the "
                       "run folder of fedltr run --shard I/N");
  if (shards.empty())
    throw UsageError(folder.string() +
                     ": has no shards (shard-I-of-N); fedltr run --shard I/N "
                     "makes them, with the same --out");
  std::vector<fs::path> sources;
  for (const PlannedRun& run : runs) {
    const fs::path& whole = checkpoints[run.folder]->run_folder();
    const fs::path below = whole.lexically_relative(folder);
    const fs::path* const shard = find_run(shards, below, run);
    if (!shard)
      throw UsageError("fold " + std::to_string(run.fold) + ", repeat " +
                       std::to_string(run.repeat) + " of " + whole.string() +
                       " is in none of the " + std::to_string(shards.size()) +
                       " shards: run them all first" +
                       foreign_shard(checkpoints, folder, runs, shards));
    sources.push_back(*shard / below);
  }
  return sources;
}

void require_runs(Checkpoints checkpoints, const std::vector<PlannedRun>& runs,
                  const std::vector<fs::path>& sources) {
  for (std::size_t i = 0; i < runs.size(); ++i)
    (void)checkpoints[runs[i].folder]->state_in_folder(sources[i], runs[i].fold,
                                                       runs[i].repeat);
}

void take_runs(Checkpoints checkpoints, const std::vector<PlannedRun>& runs,
               const std::vector<fs::path>& sources) {
  for (std::size_t i = 0; i < runs.size(); ++i)
    checkpoints[runs[i].folder]->take(sources[i], runs[i].fold, runs[i].repeat);
}

}  // namespace fedltr
