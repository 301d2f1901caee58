#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "algorithms/core/archive.hpp"
#include "app/base/held_folder.hpp"
#include "app/base/json_fwd.hpp"

namespace fedltr {

/// Describes where two identities (identity_json) differ; empty if they are
/// equal.
std::string differences(const Json& there, const Json& here);

/// `checkpoint/` in a run folder: fF-rR.bin for each run, each with its
/// predecessor, and manifest.json with their identity.
///
/// A file is a magic number, a version, the SHA-256 of the rest, a digest of
/// its origin (identity, point, fold and repeat, so that no file is mistaken
/// for another) and an Archive. It is written under another name, synced and
/// renamed: a run killed at any instant finds an intact one.
class CheckpointFolder {
 public:
  /// @param identity  of the scenario to run
  /// @param point     distinguishes it from other points of the study
  CheckpointFolder(const std::filesystem::path& run_folder,
                   const Json& identity, const std::string& point = "");

  /// True if there is a checkpoint to resume from.
  bool exists() const;
  /// True if it holds a state of a run.
  bool holds(int fold, std::uint32_t repeat) const;
  /// Returns the number of rounds of results that the run folder holds, if they
  /// are of this scenario, version and data with fewer rounds, and there is no
  /// checkpoint.
  std::optional<std::uint64_t> extends() const;
  /// Checks that the run folder's checkpoints or results belong to this
  /// scenario, version and data; results may be of fewer rounds.
  /// @return true if it holds any
  /// @throws CheckpointError
  bool require_fit() const;

  /// Returns the newest intact state of a run; nullopt if it has none and has
  /// to start from the beginning.
  /// @throws CheckpointError  if all states are damaged
  template <Exchangeable State>
  std::optional<State> load(int fold, std::uint32_t repeat) const {
    std::optional<State> state;
    load_newest(fold, repeat, [&](Archive& archive) {
      archive(state.emplace());
      archive.finish();
    });
    return state;
  }
  /// @throws std::runtime_error  if it can't be written; earlier states remain
  template <Exchangeable State>
  void save(int fold, std::uint32_t repeat, State& state) const {
    save_bytes(fold, repeat, archived(state));
  }
  /// Reads a run's state from another run folder.
  /// @throws CheckpointError  if it has another identity or is damaged
  std::string state_in_folder(const std::filesystem::path& run_folder, int fold,
                              std::uint32_t repeat) const;
  /// Copies a run's state from another run folder.
  /// @throws CheckpointError  if it has another identity or is damaged
  void take(const std::filesystem::path& run_folder, int fold,
            std::uint32_t repeat) const;
  /// Returns the file with a run's state in a run folder.
  static std::filesystem::path file_in(const std::filesystem::path& run_folder,
                                       int fold, std::uint32_t repeat);
  /// Removes its files only, and not through a link.
  void remove() const;
  /// Removes the checkpoint files of any run folder, not through a link.
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

/// Checkpoints of a study, by run folder.
using Checkpoints = std::span<const std::shared_ptr<const CheckpointFolder>>;

/// Writes checkpoints of several runs. A failure is logged and costs no result:
/// the last good one remains, since a disk that is full for a while need not
/// end a long run.
class CheckpointWriter {
 public:
  /// @param run   number of the run
  /// @param what  description for the log: "run 3 after round 40"
  /// @return      true if it was written
  template <Exchangeable State>
  bool save(const CheckpointFolder& folder, std::uint32_t run, int fold,
            std::uint32_t repeat, State& state, const std::string& what) {
    return attempt(run, what, [&] { folder.save(fold, repeat, state); });
  }
  /// Returns why a run's last checkpoint could not be written; empty if all
  /// were.
  std::string failure() const {
    return failures_.empty() ? "" : failures_.begin()->second;
  }

 private:
  bool attempt(std::uint32_t run, const std::string& what,
               const std::function<void()>& write);

  std::map<std::uint32_t, std::string> failures_;  ///< by run
};

}  // namespace fedltr
