#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "actors/federation.hpp"
#include "scenarios/node.hpp"

namespace fedltr {

struct RunOptions {
  std::filesystem::path file;
  std::vector<std::string> settings;
  std::optional<std::filesystem::path> out;
  std::optional<std::size_t> threads;
  bool force = false;
  bool resume = false;  ///< goes on from the checkpoints, if there are any
  bool quiet = false;
  std::optional<ServeOptions> serve = {};  ///< clients are at nodes
};

/// `fedltr run` and `serve`: the scenario, its results and a report on `out`.
/// @return the process's exit code
int run_scenario(const RunOptions& options, std::ostream& out);

}  // namespace fedltr
