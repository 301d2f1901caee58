#include "app/study/checkpoint.hpp"

#include <regex>

#include <spdlog/spdlog.h>

#include "algorithms/data/letor.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/folders.hpp"
#include "app/base/json.hpp"
#include "app/base/text.hpp"
#include "app/results/result_files.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "fedltr checkpoint 5\n";
constexpr std::size_t kDigestSize = 64;
constexpr const char* kCheckpoints = "checkpoint";
constexpr const char* kManifest = "manifest.json";
constexpr const char* kPrevious = ".previous";
constexpr const char* kNext = ".next";

std::string digest_of(std::string_view bytes) {
  Sha256 digest;
  digest.add(bytes.data(), bytes.size());
  return digest.hex();
}

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

/// Checks a file up to its state.
/// @param identity  expected digest
/// @return          bytes of the state
/// @throws ArchiveError
std::string_view state_in(std::string_view bytes, const std::string& identity) {
  const auto expect = [](bool holds, const char* what) {
    if (!holds) throw ArchiveError(what);
  };
  expect(bytes.starts_with(kMagic), "it is no checkpoint of this version");
  bytes.remove_prefix(kMagic.size());
  expect(bytes.size() >= kDigestSize, "it ends too early");
  const std::string_view digest = bytes.substr(0, kDigestSize);
  bytes.remove_prefix(kDigestSize);
  expect(digest == digest_of(bytes), "its SHA-256 is wrong");
  expect(bytes.starts_with(identity), "it belongs to another scenario or run");
  return bytes.substr(identity.size());
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

std::string file_name(int fold, std::uint32_t repeat) {
  return "f" + std::to_string(fold) + "-r" + std::to_string(repeat) + ".bin";
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

bool CheckpointFolder::require_fit() const {
  const bool checkpoints = exists();
  if (!checkpoints && !fs::exists(run_folder_ / kManifest)) return false;
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
    return std::string(state_in(bytes, digest_of_run(fold, repeat)));
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
      Archive archive(state_in(bytes, digest_of_run(fold, repeat)));
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
  const std::string rest = digest_of_run(fold, repeat) + std::string(state);
  const fs::path newest = file_of(fold, repeat);
  const fs::path next = newest.string() + kNext;
  write_whole(next, std::string(kMagic) + digest_of(rest) + rest);
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
