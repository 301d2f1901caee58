#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/study/monitor/study_listener.hpp"
#include "app/study/shard.hpp"

namespace fedltr {

/// Options of `fedltr run` and `serve`.
struct StudyOptions {
  std::filesystem::path file;
  std::vector<std::string> settings;  ///< section.key=value
  std::optional<std::filesystem::path> out;
  std::optional<std::size_t> threads;
  bool force = false;
  bool resume = false;  ///< continues from the checkpoints, if any
  bool quiet = false;
  bool repeats = false;  ///< a run folder: an interrupted one is not continued
  std::optional<Shard> shard;  ///< runs only these, for `fedltr merge`
  bool merge = false;          ///< takes results from shards instead of running
  /// Shards to merge; empty: those below the study's folder.
  std::vector<std::filesystem::path> shards;
  bool stream = false;  ///< prints lines of JSON instead of a report
  std::optional<std::filesystem::path> metrics;  ///< file for Prometheus
  StudyListener* listener = nullptr;  ///< outlives the study, or nullptr
};

}  // namespace fedltr
