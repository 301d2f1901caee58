#include "app/results/staged_results.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <vector>

#include "app/base/files.hpp"
#include "app/base/folders.hpp"
#include "app/results/registry.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// Names of the folder of new results, in order of its states.
constexpr const char* kNew = ".fedltr-new";          ///< being written
constexpr const char* kAccepted = ".fedltr-done";    ///< old ones remain
constexpr const char* kPlacing = ".fedltr-placing";  ///< old ones removed

/// Opens the folder of a file of results, making it if needed.
HeldFolder folder_of(const HeldFolder& top, const std::string& file) {
  std::optional<HeldFolder> folder = top.enter(".");
  if (!folder) throw std::runtime_error(top.path().string() + ": was removed");
  for (const auto& part : fs::path(file).parent_path())
    folder = folder->make(part.string());
  return std::move(*folder);
}

std::string name_in_folder(const std::string& file) {
  return fs::path(file).filename().string();
}

void require_free(const HeldFolder& folder, const char* name) {
  if (folder.holds(name))
    throw std::runtime_error((folder.path() / name).string() +
                             ": is not fedltr's and blocks results; move it");
}

/// Throws if a folder or a link is in the way, before replacing anything.
void require_room(const HeldFolder& folder, const HeldFolder& staged) {
  for (const std::string& file : results_in(staged)) {
    const HeldFolder place = folder_of(folder, file);
    if (place.holds_folder(name_in_folder(file)))
      throw std::runtime_error((folder.path() / file).string() +
                               ": is a folder, expected a file or none");
  }
  for (const char* const name : {kAccepted, kPlacing})
    require_free(folder, name);
}

void sync_all(const HeldFolder& folder, const std::vector<std::string>& files) {
  std::vector<fs::path> changed = {fs::path()};
  for (const std::string& file : files)
    for (fs::path at = fs::path(file).parent_path(); !at.empty();
         at = at.parent_path())
      changed.push_back(at);
  std::ranges::sort(changed);
  const auto twice = std::ranges::unique(changed);
  changed.erase(twice.begin(), twice.end());
  for (const fs::path& each : changed)
    if (const auto held = folder.enter_all(each)) held->sync();
}

/// Removes files without a final name, and empty folders.
void remove_rest(const HeldFolder& folder) {
  for (const std::string& file : folder.files())
    if (is_unnamed(file)) folder.remove(file);
  for (const std::string& name : folder.folders()) {
    if (const auto each = folder.enter(name)) remove_rest(*each);
    folder.remove_folder(name);
  }
}

/// Removes the results in a folder of staged ones, then the folder.
void remove_staged(const HeldFolder& folder, const char* name) {
  const auto staged = folder.enter(name);
  if (!staged) return;
  remove_results(*staged);
  remove_rest(*staged);
  folder.remove_folder(name);  // unless it holds other files
}

/// @param last  file to place last; empty: any
void place(const HeldFolder& folder, const std::string& last) {
  const auto staged = folder.enter(kPlacing);
  if (!staged) return;
  std::vector<std::string> files = results_in(*staged);
  std::ranges::stable_partition(
      files, [&](const std::string& file) { return file != last; });
  for (const std::string& file : files) {
    const std::string name = name_in_folder(file);
    folder_of(*staged, file).move(name, folder_of(folder, file), name);
  }
  sync_all(folder, files);
  remove_staged(folder, kPlacing);
}

/// Resumes from the state in which the folder is.
void replace(const HeldFolder& folder, const std::string& last) {
  place(folder, last);
  if (!folder.holds_folder(kAccepted)) return;
  require_free(folder, kPlacing);  // not ours, or place() had removed it
  remove_results(folder);
  folder.move(kAccepted, folder, kPlacing);
  place(folder, last);
}

}  // namespace

StagedResults::StagedResults(fs::path folder) : folder_(std::move(folder)) {
  create_folders(folder_);
  recover_results(folder_);
}

StagedResults::~StagedResults() {
  try {
    if (const auto folder = HeldFolder::open(folder_))
      remove_staged(*folder, kNew);
  } catch (const std::exception&) {  // the next one removes it
  }
}

void StagedResults::add(const std::string& name, std::string_view text) {
  const auto folder = HeldFolder::open(folder_);
  if (!folder) throw std::runtime_error(folder_.string() + ": was removed");
  folder_of(folder->make(kNew), name);  // refuses a link on the way
  write_whole(folder_ / kNew / name, text);
  last_ = name;
}

AddFile StagedResults::adder() {
  return [this](const std::string& name, std::string_view text) {
    add(name, text);
  };
}

void StagedResults::commit() {
  const auto folder = HeldFolder::open(folder_);
  const auto staged = folder ? folder->enter(kNew) : std::nullopt;
  if (!staged) return;  // nothing was added
  require_room(*folder, *staged);
  sync_all(*staged, results_in(*staged));
  const bool fresh = results_in(*folder).empty();
  folder->move(kNew, *folder, fresh ? kPlacing : kAccepted);
  if (!fresh) folder->sync();  // before removing what it replaces
  replace(*folder, last_);
}

void recover_results(const fs::path& folder) {
  const auto held = HeldFolder::open(folder);
  if (!held) return;
  replace(*held, "");
  remove_staged(*held, kNew);
}

void discard_staged(const HeldFolder& folder) {
  for (const char* const name : {kNew, kAccepted, kPlacing})
    remove_staged(folder, name);
}

}  // namespace fedltr
