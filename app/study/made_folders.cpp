#include "app/study/made_folders.hpp"

#include "algorithms/data/letor.hpp"
#include "app/base/json.hpp"
#include "app/base/text.hpp"
#include "app/results/compare/run_reader.hpp"
#include "app/results/point_results.hpp"
#include "app/results/result_files.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMarkText =
    "A run folder of fedltr: fedltr run --force replaces its results.\n";
constexpr std::string_view kListText = "Run folders below it that it made:\n";
constexpr std::string_view kThreads = "threads=";

/// True for a file, and for no link to one.
bool is_own_file(const fs::path& file) {
  std::error_code absent;
  return fs::is_regular_file(fs::symlink_status(file, absent));
}

/// Returns false if the file can't be read.
bool is_manifest(const fs::path& file) try {
  if (!is_own_file(file)) return false;
  const Json manifest = result_json(file);
  return manifest.is_object() && manifest.contains("fedltr") &&
         manifest.contains("scenario");
} catch (const DataError&) {
  return false;
}

/// Returns the points of a grid; nullopt if it has no table, or one that can't
/// be read.
std::optional<std::vector<std::string>> listed_points(
    const fs::path& folder) try {
  if (!is_own_file(folder / "grid.csv")) return std::nullopt;
  return points_of_grid(folder);
} catch (const DataError&) {
  return std::nullopt;
}

/// Adds a run folder of fedltr 0.1 if it belongs to the study, i.e. is
/// unmarked.
void add_unmarked(MadeFolders& made, const HeldFolder& folder,
                  const std::string& below) {
  const auto found = folder.enter_all(below);
  if (found && !found->holds(kMark) && holds_manifest(found->path()))
    made.insert(below);
}

void add_baselines(MadeFolders& made, const HeldFolder& folder,
                   const std::string& name) {
  add_unmarked(made, folder, name);
  const auto found = folder.enter(name);
  if (!found || found->holds(kMark)) return;
  for (const std::string& each : found->folders())
    if (is_point_folder(each)) add_unmarked(made, folder, name + "/" + each);
}

}  // namespace

std::string mark_text(const MadeFolders& made) {
  std::string text = std::string(kMarkText) + std::string(kListText);
  for (const std::string& each : made) text += each + "\n";
  return text;
}

std::optional<MadeFolders> made_by_mark(std::string_view text) {
  const std::size_t list = text.find(kListText);
  if (list == text.npos) return std::nullopt;
  text.remove_prefix(list + kListText.size());
  MadeFolders made;
  for (std::size_t end = text.find('\n'); end != text.npos;
       end = text.find('\n')) {
    made.emplace(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  // Ignore paths that lead outside; this program never writes them.
  std::erase_if(made, [](const fs::path& path) {
    for (const fs::path& part : path)
      if (part.empty() || part == "/" || part == "." || part == "..")
        return true;
    return path.empty();
  });
  return made;
}

MadeFolders made_without_list(const HeldFolder& folder) {
  MadeFolders made;
  const auto points = listed_points(folder.path());
  if (points)
    for (const std::string& name : *points)
      if (is_point_folder(name) && name.find('/') == name.npos)
        add_unmarked(made, folder, name);
  if (points || holds_manifest(folder.path())) {
    add_baselines(made, folder, kHonestFolder);
    add_baselines(made, folder, kRetrainedFolder);
  } else if (folder.holds(kMark) && !folder.holds("grid.csv")) {
    for (const std::string& name : folder.folders())
      if (is_threads_folder(name)) made.insert(name);
  }
  return made;
}

bool is_threads_folder(const std::string& name) {
  return name.starts_with(kThreads) &&
         parse_whole(std::string_view(name).substr(kThreads.size()));
}

bool holds_manifest(const fs::path& folder) {
  return is_manifest(folder / "manifest.json") ||
         is_manifest(folder / "checkpoint" / "manifest.json");
}

MadeFolders paths_below(std::span<const fs::path> folders,
                        const fs::path& study) {
  MadeFolders below;
  for (const fs::path& each : folders)
    if (each != study)
      below.insert(each.lexically_relative(study).generic_string());
  return below;
}

}  // namespace fedltr
