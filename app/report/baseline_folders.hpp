#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "app/results/compare/run_folder.hpp"

namespace fedltr {

/// Folders of a run's baselines; an empty path for one that it does not have.
struct BaselineFolders {
  std::filesystem::path honest;     ///< the same without attack
  std::filesystem::path retrained;  ///< without the clients that left last
};

/// Finds the baselines of runs: below their own folder, or, for points of a
/// grid, below the grid's, where points share them.
class BaselineFinder {
 public:
  BaselineFolders of(const RunFolder& run);

 private:
  /// Folders by what determines their results.
  using Known = std::map<std::string, std::filesystem::path>;

  const Known& below(const std::filesystem::path& folder);

  std::map<std::filesystem::path, Known> known_;
};

}  // namespace fedltr
