#include "app/cli/find_scenario.hpp"

#include <algorithm>
#include <map>

#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr const char* kExtension = ".ini";
constexpr std::size_t kNearest = 3;  ///< in error messages
/// Levels from the program to the top of its source tree: build/tests/PROGRAM.
constexpr int kLevelsToSource = 3;

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored) && !fs::is_directory(path, ignored);
}

/// Returns the path, or the path with .ini at its end; nullopt if neither is a
/// file.
std::optional<fs::path> readable(const fs::path& path) {
  if (is_file(path)) return path;
  if (fs::path longer = path.string() + kExtension; is_file(longer))
    return longer;
  return {};
}

void add_if_there(std::vector<fs::path>& folders, const fs::path& folder) {
  std::error_code ignored;
  const fs::path real = fs::weakly_canonical(folder, ignored);
  if (fs::is_directory(real, ignored) &&
      std::ranges::find(folders, real) == folders.end())
    folders.push_back(real);
}

/// Names that users may type for a scenario, with its full name.
std::map<std::string, std::string> names_in(
    const std::vector<fs::path>& folders) {
  std::map<std::string, std::string> names;
  for (const fs::path& folder : folders) {
    std::error_code unreadable;
    for (fs::recursive_directory_iterator each(folder, unreadable), end;
         each != end; each.increment(unreadable)) {
      if (each->path().extension() != kExtension) continue;
      const fs::path name =
          each->path().lexically_relative(folder).replace_extension();
      names.emplace(name.string(), name.string());
      names.emplace(name.filename().string(), name.string());
    }
  }
  return names;
}

/// Folders of scenarios for this process.
std::vector<fs::path> own_folders() {
  std::error_code unknown;
  return scenario_folders(fs::current_path(unknown),
                          fs::read_symlink("/proc/self/exe", unknown));
}

}  // namespace

std::vector<fs::path> scenario_folders(const fs::path& working_directory,
                                       const fs::path& program) {
  std::vector<fs::path> folders;
  for (fs::path above = working_directory; !above.empty();
       above = above.parent_path()) {
    add_if_there(folders, above / "scenarios");
    if (above == above.parent_path()) break;
  }
  if (program.empty()) return folders;
  fs::path above = program.parent_path();
  const fs::path prefix = above.parent_path();
  for (int level = 0; level < kLevelsToSource; ++level) {
    add_if_there(folders, above / "scenarios");
    above = above.parent_path();
  }
  add_if_there(folders, prefix / "share" / "fedltr" / "scenarios");
  return folders;
}

std::optional<fs::path> locate_scenario(const std::string& name,
                                        const std::vector<fs::path>& folders) {
  if (auto path = readable(name)) return path;
  if (!fs::path(name).is_absolute())
    for (const fs::path& folder : folders)
      if (auto path = readable(folder / name)) return path;
  return {};
}

std::vector<std::string> nearest_scenarios(
    const std::string& name, const std::vector<fs::path>& folders) {
  const auto names = names_in(folders);
  std::vector<std::string> typed;
  for (const auto& [each, whole] : names) typed.push_back(each);
  fs::path path(name);
  if (path.is_absolute()) path = path.filename();
  const std::string wanted = path.replace_extension();
  std::vector<std::string> nearest;
  while (nearest.size() < kNearest && !typed.empty()) {
    const std::string found = nearest_name(wanted, typed);
    std::erase(typed, found);
    if (std::ranges::find(nearest, names.at(found)) == nearest.end())
      nearest.push_back(names.at(found));
  }
  return nearest;
}

std::vector<std::string> scenario_names() {
  std::vector<std::string> names;
  for (const auto& [typed, whole] : names_in(own_folders()))
    if (typed == whole) names.push_back(whole);
  return names;
}

std::optional<fs::path> locate_scenario(const std::string& name) {
  return locate_scenario(name, own_folders());
}

fs::path find_scenario(const std::string& name) {
  const auto folders = own_folders();
  if (auto path = locate_scenario(name, folders)) return *path;
  std::error_code ignored;
  if (fs::is_directory(name, ignored))
    throw UsageError(name + ": is a folder, expected a scenario file");
  if (name == "-")
    throw UsageError(
        "-: a scenario can't come from standard input; expected a file");
  const auto nearest = nearest_scenarios(name, folders);
  throw UsageError(
      name + ": can't read this scenario file" +
      (nearest.empty()
           ? "; no folder scenarios/ exists here, above, or beside the program"
           : "; scenarios with a similar name: " + join(nearest, ", ")));
}

}  // namespace fedltr
