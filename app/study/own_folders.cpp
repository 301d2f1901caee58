#include "app/study/own_folders.hpp"

#include <ranges>

#include "app/base/errors.hpp"
#include "app/plan/history_files.hpp"
#include "app/results/registry.hpp"
#include "app/results/silo_files.hpp"
#include "app/results/staged_results.hpp"
#include "app/study/checkpoint.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

void require_no_link(const fs::path& path) {
  std::error_code absent;
  if (fs::is_symlink(fs::symlink_status(path, absent)))
    throw UsageError(path.string() +
                     ": is a link, and results are not written through links; "
                     "--out DIR writes elsewhere");
}

/// @param below  path relative to the study's folder
void require_own_folder(const FolderLock& held, const std::string& below) {
  fs::path folder = held.folder();
  for (const fs::path& part : fs::path(below)) {
    folder /= part;
    require_no_link(folder);
  }
  const bool made = held.made().contains(below);
  const bool may_be_marked = made && is_threads_folder(below);
  if (!may_be_marked && fs::exists(fs::symlink_status(folder / kMark)))
    throw UsageError(folder.string() +
                     ": is the run folder of another study; --out DIR writes "
                     "elsewhere");
  if (!made && has_results(folder) && !holds_manifest(folder))
    throw UsageError(folder.string() +
                     ": holds files that are not this study's; --out DIR "
                     "writes elsewhere");
}

void remove_made(const HeldFolder& top, const MadeFolders& made);

void remove_results_of_study(const HeldFolder& folder) {
  remove_results(folder);
  CheckpointFolder::remove_from(folder);
  discard_staged(folder);
  remove_histories(folder);
}

/// Removes a folder of a number of threads, a study of its own that may be
/// running.
void remove_threads(const fs::path& folder) {
  try {
    const FolderLock held(folder);
    const auto opened = HeldFolder::open(folder);
    if (!opened) return;
    remove_made(*opened, held.made());
    remove_results_of_study(*opened);
    opened->remove(kMark);
  } catch (const UsageError&) {  // another program holds it
  }
}

/// @param made  paths below the folder; a folder's contents precede it in
///              reverse
void remove_made(const HeldFolder& top, const MadeFolders& made) {
  for (const std::string& below : std::views::reverse(made)) {
    const auto folder = top.enter_all(below);
    if (!folder) continue;
    if (is_threads_folder(below))
      remove_threads(folder->path());
    else if (!folder->holds(kMark))
      remove_results_of_study(*folder);
    const fs::path path = below;
    if (const auto above = top.enter_all(path.parent_path()))
      above->remove_folder(path.filename().string());
    if (path.has_parent_path())  // the folder of baselines
      top.remove_folder(path.parent_path().string());
  }
}

}  // namespace

void require_own(std::span<const fs::path> folders, const FolderLock& held) {
  for (const std::string& below : paths_below(folders, held.folder()))
    require_own_folder(held, below);
  for (const fs::path& folder : folders)
    for (const char* const name : {kMethodsFolder, "checkpoint", "history"})
      require_no_link(folder / name);
}

void remove_stale_folders(std::span<const fs::path> used, FolderLock& held) {
  const MadeFolders kept = paths_below(used, held.folder());
  MadeFolders stale = held.made();
  std::erase_if(stale, [&](const auto& each) { return kept.contains(each); });
  if (const auto folder = HeldFolder::open(held.folder()))
    remove_made(*folder, stale);
  held.set_made(kept);
}

}  // namespace fedltr
