#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "algorithms/core/archive.hpp"
#include "app/base/held_folder.hpp"
#include "app/base/json_fwd.hpp"

namespace fedltr {

/// Says where two identities (identity_json) differ; empty: nowhere.
std::string differences(const Json& there, const Json& here);

/// `checkpoint/` in a run folder: fF-rR.bin for each run, each with the one
/// before it, and manifest.json, which says what they are of.
///
/// A file is a magic number, a version, the SHA-256 of what follows, a digest
/// of what it is of (identity, point, fold and repeat: no file passes for
/// another) and an Archive. It is written beside, synced and renamed, so that a
/// run that is killed at any instant finds one that is whole.
class CheckpointFolder {
 public:
  /// @param identity  of the scenario that is run
  /// @param point     what else tells it from other points of the study
  CheckpointFolder(const std::filesystem::path& run_folder,
                   const Json& identity, const std::string& point = "");

  /// Returns whether there is anything to go on from.
  bool exists() const;
  /// Returns whether it holds a state of a run.
  bool holds(int fold, std::uint32_t repeat) const;
  /// Checks that what the run folder holds, checkpoints or results, is of this
  /// scenario, version and data.
  /// @return whether it holds anything
  /// @throws CheckpointError
  bool require_fit() const;

  /// The newest state of a run that is whole; none: it has to begin anew.
  /// @throws CheckpointError  if none is whole
  template <Exchangeable State>
  std::optional<State> load(int fold, std::uint32_t repeat) const {
    std::optional<State> state;
    load_newest(fold, repeat, [&](Archive& archive) {
      archive(state.emplace());
      archive.finish();
    });
    return state;
  }
  /// @throws std::runtime_error  if it can't be written; what was there stays
  template <Exchangeable State>
  void save(int fold, std::uint32_t repeat, State& state) const {
    save_bytes(fold, repeat, archived(state));
  }
  /// What another run folder has of a run.
  /// @throws CheckpointError  if that is of something else, or damaged
  std::string state_in_folder(const std::filesystem::path& run_folder, int fold,
                              std::uint32_t repeat) const;
  /// Copies it.
  /// @throws CheckpointError  if that is of something else, or damaged
  void take(const std::filesystem::path& run_folder, int fold,
            std::uint32_t repeat) const;
  /// Where a run folder keeps a run.
  static std::filesystem::path file_in(const std::filesystem::path& run_folder,
                                       int fold, std::uint32_t repeat);
  /// Removes its files and nothing else, not through a link.
  void remove() const;
  /// Removes those of any run folder, likewise.
  static void remove_from(const HeldFolder& run_folder);

  const std::filesystem::path& run_folder() const { return run_folder_; }

 private:
  void load_newest(int fold, std::uint32_t repeat,
                   const std::function<void(Archive&)>& read) const;
  void save_bytes(int fold, std::uint32_t repeat, std::string_view state) const;
  std::filesystem::path file_of(int fold, std::uint32_t repeat) const;
  std::string digest_of_run(int fold, std::uint32_t repeat) const;

  std::filesystem::path run_folder_;
  std::filesystem::path folder_;
  std::shared_ptr<const Json> identity_;
  std::string digest_;  ///< of identity and point
};

/// Writes checkpoints of several runs. One that can't be written is reported
/// and costs no result: the last good one stays, and a disk that is full for a
/// while is no reason to give up a long run.
class CheckpointWriter {
 public:
  /// @param run   its number
  /// @param what  it is of, for the log: "run 3 after round 40"
  /// @return      whether it was written
  template <Exchangeable State>
  bool save(const CheckpointFolder& folder, std::uint32_t run, int fold,
            std::uint32_t repeat, State& state, const std::string& what) {
    return attempt(run, what, [&] { folder.save(fold, repeat, state); });
  }
  /// Why a run's last checkpoint could not be written; empty: all could.
  std::string failure() const {
    return failures_.empty() ? "" : failures_.begin()->second;
  }

 private:
  bool attempt(std::uint32_t run, const std::string& what,
               const std::function<void()>& write);

  std::map<std::uint32_t, std::string> failures_;  ///< by run
};

}  // namespace fedltr
