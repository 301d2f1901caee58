#include "app/study/made_folders.hpp"

#include <sstream>

#include "algorithms/data/letor.hpp"
#include "app/base/files.hpp"
#include "app/base/json.hpp"
#include "app/base/text.hpp"
#include "app/results/point_results.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMarkText =
    "A run folder of fedltr: fedltr run --force replaces its results.\n";
constexpr std::string_view kListText = "Run folders below it that it made:\n";
constexpr std::string_view kThreads = "threads=";
constexpr std::size_t kMostBytes = 64 << 20;  ///< of files that are read

/// Returns the text of a regular file; empty if it can't be read.
std::string text_if_there(const fs::path& file) {
  std::error_code absent;
  if (!fs::is_regular_file(fs::symlink_status(file, absent))) return "";
  try {
    return file_text(file, kMostBytes);
  } catch (const DataError&) {
    return "";
  }
}

bool is_manifest(const fs::path& file) {
  const std::string text = text_if_there(file);
  if (text.empty()) return false;
  const Json manifest = json_if_valid(text);
  return manifest.is_object() && manifest.contains("fedltr") &&
         manifest.contains("scenario");
}

/// Adds a run folder of fedltr 0.1 if it belongs to the study, i.e. is
/// unmarked.
void add_unmarked(MadeFolders& made, const HeldFolder& folder,
                  const std::string& below) {
  const auto found = folder.enter_all(below);
  if (found && !found->holds(kMark) && holds_manifest(found->path()))
    made.insert(below);
}

/// Adds the points in the first column of a grid's table, where they are
/// quoted.
void add_listed_points(MadeFolders& made, const HeldFolder& folder,
                       const std::string& table) {
  std::istringstream rows(table);
  for (std::string row; std::getline(rows, row);)
    if (const auto end = row.find('"', 1);
        row.starts_with('"') && end != row.npos)
      if (const std::string name = row.substr(1, end - 1);
          is_point_folder(name) && name.find('/') == name.npos)
        add_unmarked(made, folder, name);
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
  const std::string grid = text_if_there(folder.path() / "grid.csv");
  add_listed_points(made, folder, grid);
  if (!grid.empty() || holds_manifest(folder.path())) {
    add_baselines(made, folder, kHonestFolder);
    add_baselines(made, folder, kRetrainedFolder);
  } else if (folder.holds(kMark)) {
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
