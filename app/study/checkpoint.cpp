#include "app/study/checkpoint.hpp"

#include <regex>

#include <spdlog/spdlog.h>

#include "algorithms/data/letor.hpp"
#include "algorithms/privacy/signature.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/folders.hpp"
#include "app/base/json.hpp"
#include "app/base/text.hpp"
#include "app/results/output_file.hpp"
#include "app/results/result_files.hpp"
#include "app/results/sealed_state.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "fedltr checkpoint 6\n";
constexpr const char* kCheckpoints = "checkpoint";
constexpr const char* kManifest = "manifest.json";
constexpr const char* kPrevious = ".previous";
constexpr const char* kNext = ".next";

std::string version_of(const Json& identity) {
  return identity.value("fedltr", "?") + " (" + identity.value("commit", "?") +
         ")";
}

std::string pair_text(const std::string& what, const std::string& there,
                      const std::string& here) {
  return what + ": " + there + " there, " + here + " here";
}

/// True for names of files that CheckpointFolder writes, also for interrupted
/// writes.
bool is_ours(const std::string& name) {
  static const std::regex all(
      R"((f\d+-r\d+\.bin(\.previous|\.next)?|manifest\.json)(\.tmp)?)");
  return std::regex_match(name, all) || is_unnamed(name);
}

/// Returns null if it is missing or can't be read.
Json manifest_in(const fs::path& folder) try {
  return result_json(folder / kManifest);
} catch (const DataError&) {
  return nullptr;
}

/// Checks that the manifest in a folder is that of this run.
/// @param fault   message if it is not
/// @param remedy  names what the user can do
/// @throws CheckpointError
void require_same(const fs::path& folder, const Json& identity,
                  const char* fault, const char* remedy) {
  const std::string differ = differences(manifest_in(folder), identity);
  if (!differ.empty())
    throw CheckpointError(folder.string() + ": " + fault + ": " + differ +
                          "; " + remedy);
}

constexpr const char* kRounds = "federation.rounds";

/// Returns the number of rounds of a scenario in a manifest; nullopt if it has
/// none.
std::optional<std::uint64_t> rounds_in(const Json& manifest) {
  const Json scenario =
      manifest.is_object() ? manifest.value("scenario", Json()) : Json();
  if (!scenario.is_object() || !scenario.contains(kRounds) ||
      !scenario[kRounds].is_string())
    return std::nullopt;
  return parse_whole(scenario[kRounds].get<std::string>());
}

std::string file_name(int fold, std::uint32_t repeat) {
  return fold_and_repeat(fold, repeat) + ".bin";
}

}  // namespace

std::string differences(const Json& there, const Json& here) try {
  if (!there.is_object()) return "its manifest.json can't be read";
  std::vector<std::string> all;
  if (version_of(there) != version_of(here))
    all.push_back(pair_text("version", version_of(there), version_of(here)));
  const Json old_keys = there.value("scenario", Json::object());
  for (const auto& [key, value] : here.at("scenario").items()) {
    const std::string old = old_keys.value(key, "(no such key)");
    if (old != value.get<std::string>())
      all.push_back(pair_text(key, old, value.get<std::string>()));
  }
  for (const auto& [key, value] : old_keys.items())
    if (!here.at("scenario").contains(key))
      all.push_back(pair_text(key, value.dump(), "(no such key)"));
  for (const std::string list : {"data", "start"}) {
    const Json old_files = there.value(list, Json::array());
    const Json files = here.value(list, Json::array());
    if (old_files.size() != files.size())
      all.push_back(pair_text(list + " files", std::to_string(old_files.size()),
                              std::to_string(files.size())));
    for (std::size_t i = 0; i < std::min(old_files.size(), files.size()); ++i)
      if (old_files[i].value("sha256", "") != files[i].value("sha256", ""))
        all.push_back(list + " " + files[i].value("name", "?") +
                      ": has another SHA-256");
  }
  return join(all, "; ");
} catch (const Json::exception&) {
  return "its manifest.json is of another kind";
}

CheckpointFolder::CheckpointFolder(const fs::path& run_folder,
                                   const Json& identity,
                                   const std::string& point)
    : run_folder_(run_folder),
      folder_(run_folder / kCheckpoints),
      // The identity as read back, which differs if bytes are not UTF-8.
      identity_(std::make_shared<const Json>(parse_json(json_text(identity)))),
      // The line feed separates unambiguously: the JSON is one line.
      digest_(digest_of(identity_->dump() + "\n" + point)) {}

bool CheckpointFolder::exists() const {
  return fs::exists(folder_ / kManifest);
}

bool CheckpointFolder::holds(int fold, std::uint32_t repeat) const {
  return exists() && fs::exists(file_in(run_folder_, fold, repeat));
}

std::optional<std::uint64_t> CheckpointFolder::extends() const {
  if (exists()) return std::nullopt;
  Json there = manifest_in(run_folder_);
  const auto rounds = rounds_in(there);
  const auto more = rounds_in(*identity_);
  if (!rounds || !more || *rounds >= *more) return std::nullopt;
  there["scenario"][kRounds] = (*identity_)["scenario"][kRounds];
  return differences(there, *identity_).empty() ? rounds : std::nullopt;
}

bool CheckpointFolder::require_fit() const {
  const bool checkpoints = exists();
  if (!checkpoints && !fs::exists(run_folder_ / kManifest)) return false;
  if (extends()) return true;
  if (checkpoints)
    require_same(folder_, *identity_, "does not fit", "--force starts anew");
  else
    require_same(run_folder_, *identity_, "holds other results",
                 "--force replaces them");
  return true;
}

/// Returns the newest file, or the previous one, which alone remains if a
/// process was killed between two renames.
fs::path CheckpointFolder::file_in(const fs::path& run_folder, int fold,
                                   std::uint32_t repeat) {
  const fs::path newest = run_folder / kCheckpoints / file_name(fold, repeat);
  const fs::path previous = newest.string() + kPrevious;
  return !fs::exists(newest) && fs::exists(previous) ? previous : newest;
}

fs::path CheckpointFolder::file_of(int fold, std::uint32_t repeat) const {
  return folder_ / file_name(fold, repeat);
}

void CheckpointFolder::take(const fs::path& run_folder, int fold,
                            std::uint32_t repeat) const {
  save_bytes(fold, repeat, state_in_folder(run_folder, fold, repeat));
}

std::string CheckpointFolder::state_in_folder(const fs::path& run_folder,
                                              int fold,
                                              std::uint32_t repeat) const {
  CheckpointFolder other = *this;
  other.run_folder_ = run_folder;
  other.folder_ = run_folder / kCheckpoints;
  if (other.exists())
    require_same(other.folder_, *identity_, "does not fit",
                 "run its shard again with --force");
  const fs::path file = file_in(run_folder, fold, repeat);
  const std::string bytes = file_text(file);
  try {
    return std::string(unseal(kMagic, digest_of_run(fold, repeat), bytes));
  } catch (const ArchiveError& error) {
    throw CheckpointError(file.string() + ": is damaged (" + error.what() +
                          "): run its shard again with --force");
  }
}

std::string CheckpointFolder::digest_of_run(int fold,
                                            std::uint32_t repeat) const {
  return digest_of(digest_ + file_of(fold, repeat).filename().string());
}

void CheckpointFolder::load_newest(
    int fold, std::uint32_t repeat,
    const std::function<void(Archive&)>& read) const {
  const fs::path newest = file_of(fold, repeat);
  std::string damaged;
  for (const fs::path& file : {newest, fs::path(newest.string() + kPrevious)}) {
    if (!fs::exists(file)) continue;  // killed between two renames
    try {
      const std::string bytes = file_text(file);
      Archive archive(unseal(kMagic, digest_of_run(fold, repeat), bytes));
      read(archive);
      if (!damaged.empty())
        spdlog::warn("{}: continues from the one before it", damaged);
      return;
    } catch (const ArchiveError& error) {
      damaged = file.string() + " is damaged (" + error.what() + ")";
    } catch (const DataError& error) {
      damaged = error.what();
    }
  }
  if (damaged.empty()) return;
  throw CheckpointError(damaged +
                        ", and there is no other; --force starts anew");
}

void CheckpointFolder::save_bytes(int fold, std::uint32_t repeat,
                                  std::string_view state) const {
  create_folders(folder_);
  // Written first, so that the origin of every checkpoint is known.
  if (!exists()) write_whole(folder_ / kManifest, json_text(*identity_));
  const fs::path newest = file_of(fold, repeat);
  const fs::path next = newest.string() + kNext;
  write_whole(next, seal(kMagic, digest_of_run(fold, repeat), state));
  if (fs::exists(newest)) fs::rename(newest, newest.string() + kPrevious);
  fs::rename(next, newest);
  sync_folder(folder_);
}

void CheckpointFolder::remove() const {
  if (const auto folder = HeldFolder::open(run_folder_)) remove_from(*folder);
}

void CheckpointFolder::remove_from(const HeldFolder& run_folder) {
  const auto folder = run_folder.enter(kCheckpoints);
  if (!folder) return;
  // Checkpoints are invalid without it: remove it first, in case of a kill.
  folder->remove(kManifest);
  for (const std::string& name : folder->files())
    if (is_ours(name)) folder->remove(name);
  run_folder.remove_folder(kCheckpoints);  // unless it holds other files
}

bool CheckpointWriter::attempt(std::uint32_t run, const std::string& what,
                               const std::function<void()>& write) {
  try {
    write();
    failures_.erase(run);
    spdlog::debug("keeps a checkpoint of {}", what);
    return true;
  } catch (const std::exception& error) {
    failures_[run] = error.what();
    spdlog::warn("no checkpoint of {}, the run continues without: {}", what,
                 error.what());
    return false;
  }
}

}  // namespace fedltr
