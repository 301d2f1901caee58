#pragma once

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace fedltr::test {

/// Folder of data that may not be copied into the project: FEDLTR_SHARED, by
/// default beside the project.
inline std::filesystem::path shared_folder() {
  const char* const folder = std::getenv("FEDLTR_SHARED");
  return folder != nullptr ? folder : "../shared";
}

/// Suite of the test cases that read the shared folder. ctest runs them as
/// separate entries, `shared/...`, and reports them as skipped without such a
/// folder.
inline constexpr const char* kShared = "shared";

/// A file of the shared folder, only for test cases of the suite `shared`.
///
/// @throws std::runtime_error if there is none: a test never passes without
///                            comparing
inline std::filesystem::path shared_file(const std::string& name) {
  const auto path = shared_folder() / name;
  if (!std::filesystem::exists(path))
    throw std::runtime_error("no " + path.string() + " (set FEDLTR_SHARED)");
  return path;
}

}  // namespace fedltr::test
