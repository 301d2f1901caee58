#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace fedltr {

/// A folder that is removed with the process. TMPDIR sets its place: best in
/// memory.
struct FuzzFolder {
  std::filesystem::path path;

  FuzzFolder();
  ~FuzzFolder();
  FuzzFolder(const FuzzFolder&) = delete;
  FuzzFolder& operator=(const FuzzFolder&) = delete;
};

/// Writes an input to a file, overwritten for each.
std::filesystem::path as_file(std::string_view bytes,
                              const std::string& end = "");

}  // namespace fedltr
