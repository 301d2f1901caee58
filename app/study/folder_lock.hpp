#pragma once

#include <filesystem>
#include <span>

#include "app/study/made_folders.hpp"

namespace fedltr {

/// A study's run folder, held against others while it lives: against foreign
/// files, which no run may replace, and against a second program in the same
/// folder, which would mix two studies' results.
///
/// `.fedltr` in it says that the folder is a run folder, lists the run folders
/// below it that its studies made, and is locked (flock(2)).
class FolderLock {
 public:
  /// Makes the folder unless it is there.
  /// @throws UsageError  if it holds files and is no run folder, or another
  ///                     program holds it
  explicit FolderLock(std::filesystem::path folder);
  /// Leaves nothing of it if nothing was written, and in the list only what is
  /// there.
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  /// What studies in it have made, so far as it is known.
  const MadeFolders& made() const { return listed_; }
  /// Leaves the mark when the lock ends: something is about to be written. A
  /// mark of a run that was refused would make a point of another study a run
  /// folder of its own.
  void keep() { kept_ = true; }
  /// Keeps the mark, and adds run folders that a study is about to make. A list
  /// that can't be written costs that their results are not removed one day.
  void add_made(std::span<const std::filesystem::path> folders);
  void set_made(MadeFolders made);

 private:
  bool lock();
  void read_mark();
  void leave();

  std::filesystem::path folder_;
  std::filesystem::path mark_;
  bool made_ = false;    ///< the folder was not there
  bool marked_ = false;  ///< the mark was not there
  bool kept_ = false;
  int lock_ = -1;
  MadeFolders listed_;
  bool is_listed_ = false;  ///< by the mark, which an older version's does not
  bool changed_ = false;    ///< the list
};

}  // namespace fedltr
