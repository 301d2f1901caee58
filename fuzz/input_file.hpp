#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace fedltr {

/// A folder that goes with the process. TMPDIR says where: best in memory.
struct FuzzFolder {
  std::filesystem::path path;

  FuzzFolder();
  ~FuzzFolder();
  FuzzFolder(const FuzzFolder&) = delete;
  FuzzFolder& operator=(const FuzzFolder&) = delete;
};

/// An input where it has to be a file: written anew for each.
std::filesystem::path as_file(std::string_view bytes,
                              const std::string& end = "");

}  // namespace fedltr
