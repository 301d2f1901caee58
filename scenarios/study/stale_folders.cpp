#include "scenarios/study/stale_folders.hpp"

#include <algorithm>
#include <vector>

#include "scenarios/base/json.hpp"
#include "scenarios/output/point_results.hpp"
#include "scenarios/output/registry.hpp"
#include "scenarios/study/checkpoint.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

bool holds_baselines(const fs::path& folder) {
  return folder.filename() == kHonestFolder ||
         folder.filename() == kRetrainedFolder;
}

std::vector<fs::path> run_folders_in(const fs::path& folder) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.is_directory() &&
        (holds_baselines(entry.path()) ||
         is_point_folder(entry.path().filename().string())))
      found.push_back(entry.path());
  return found;
}

}  // namespace

void remove_stale_folders(std::span<const fs::path> used,
                          const fs::path& folder) {
  for (const fs::path& each : run_folders_in(folder)) {
    const bool is_used = std::ranges::find(used, each) != used.end();
    // What is below a run folder in use is its own, but for other baselines.
    if (!is_used || holds_baselines(each)) remove_stale_folders(used, each);
    if (is_used) continue;
    remove_results(each);
    CheckpointFolder(each, {}).remove();
    std::error_code in_use;  // by something that is not ours
    fs::remove(each, in_use);
  }
}

}  // namespace fedltr
