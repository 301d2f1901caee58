#pragma once

#include <filesystem>

namespace fedltr {

/// Holds a member's folder of results (flock(2)), so that one process at a time
/// is that member: two would take each other's connection away, again and
/// again, and at members.level = lying both would sign in one epoch.
class MemberLock {
 public:
  /// @throws UsageError  if another process holds it for three seconds, or if
  ///                     its file can't be opened
  explicit MemberLock(const std::filesystem::path& folder);
  ~MemberLock();
  MemberLock(const MemberLock&) = delete;
  MemberLock& operator=(const MemberLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace fedltr
