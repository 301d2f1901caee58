#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fedltr {

/// Options of `fedltr run` and `serve`.
struct RunOptions {
  std::filesystem::path file;
  std::vector<std::string> settings;  ///< section.key=value
  std::optional<std::filesystem::path> out;
  std::optional<std::size_t> threads;
  bool force = false;
  bool resume = false;  ///< goes on from the checkpoints, if there are any
  bool quiet = false;
  bool stream = false;  ///< prints lines of JSON instead of a report
};

}  // namespace fedltr
