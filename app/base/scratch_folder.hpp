#pragma once

#include <filesystem>

namespace fedltr {

/// A new folder below the system's folder of temporary files; removed with its
/// contents at the end.
class ScratchFolder {
 public:
  /// @throws std::system_error
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace fedltr
