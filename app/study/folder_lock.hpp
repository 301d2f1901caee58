#pragma once

#include <filesystem>
#include <span>

#include "app/study/made_folders.hpp"

namespace fedltr {

/// A study's run folder, locked while this lives. Refuses foreign files, which
/// no run may replace, and a second program in the same folder, which would mix
/// the results of two studies.
///
/// `.fedltr` in it marks a run folder, lists the run folders that its studies
/// made below it, and is locked (flock(2)).
class FolderLock {
 public:
  /// Creates the folder if it does not exist.
  /// @throws UsageError  if it is no run folder and holds files, or another
  ///                     program holds it
  explicit FolderLock(std::filesystem::path folder);
  /// Removes the folder if nothing was written, and folders that no longer
  /// exist from the list.
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  /// Returns the run folders that its studies made, as far as known.
  const MadeFolders& made() const { return listed_; }
  /// Leaves the mark when the lock ends: something is about to be written. A
  /// mark of a run that was refused would make a point of another study a run
  /// folder of its own.
  void keep() { kept_ = true; }
  /// Adds run folders that a study is about to make: from then on no other
  /// program starts in one. Without keep() the list is restored at the end. If
  /// it can't be written, their results will not be removed later.
  void add_made(std::span<const std::filesystem::path> folders);
  void set_made(MadeFolders made);

 private:
  bool lock();
  void read_mark();
  void leave();

  std::filesystem::path folder_;
  std::filesystem::path mark_;
  bool made_ = false;    ///< the folder did not exist
  bool marked_ = false;  ///< the mark did not exist
  bool kept_ = false;    ///< keep() was called
  int lock_ = -1;
  MadeFolders listed_;
  MadeFolders found_;       ///< the list when the folder was locked
  bool is_listed_ = false;  ///< false: an older version's mark has no list
  bool changed_ = false;    ///< the list was changed
};

}  // namespace fedltr
