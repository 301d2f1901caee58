#include "scenarios/output/staged_results.hpp"

#include <set>

#include "scenarios/base/files.hpp"
#include "scenarios/base/folders.hpp"
#include "scenarios/output/registry.hpp"

namespace fedltr {
namespace {

/// Ends a file's name until all of its folder's files are written.
constexpr const char* kStaged = ".partial";

}  // namespace

StagedResults::StagedResults(std::filesystem::path folder)
    : folder_(std::move(folder)) {
  create_folders(folder_);
}

StagedResults::~StagedResults() {
  std::error_code ignored;
  for (const std::string& name : names_)
    std::filesystem::remove(folder_ / (name + kStaged), ignored);
}

void StagedResults::add(const std::string& name, std::string_view text) {
  create_folders((folder_ / name).parent_path());
  names_.push_back(name);
  write_whole(folder_ / (name + kStaged), text);
}

AddFile StagedResults::adder() {
  return [this](const std::string& name, std::string_view text) {
    add(name, text);
  };
}

void StagedResults::commit() {
  remove_results(folder_);
  for (const std::string& name : names_)
    std::filesystem::rename(folder_ / (name + kStaged), folder_ / name);
  std::set<std::filesystem::path> changed = {folder_};
  for (const std::string& name : names_)
    changed.insert((folder_ / name).parent_path());
  for (const std::filesystem::path& each : changed) sync_folder(each);
  names_.clear();
}

}  // namespace fedltr
