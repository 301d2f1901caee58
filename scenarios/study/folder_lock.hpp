#pragma once

#include <filesystem>

namespace fedltr {

/// A study's run folder, held against others while it lives: against foreign
/// files, which no run may replace, and against a second program in the same
/// folder, which would mix two studies' results.
///
/// `.fedltr` in it says that the folder is a run folder, and is locked
/// (flock(2)).
class FolderLock {
 public:
  /// Makes the folder unless it is there.
  /// @throws UsageError  if it holds files and is no run folder, or another
  ///                     program holds it
  explicit FolderLock(std::filesystem::path folder);
  /// Leaves nothing of it if nothing was written.
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  bool lock();

  std::filesystem::path folder_;
  std::filesystem::path mark_;
  bool made_ = false;    ///< the folder was not there
  bool marked_ = false;  ///< the mark was not there
  int lock_ = -1;
};

}  // namespace fedltr
