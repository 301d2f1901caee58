#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "app/deploy/node.hpp"

namespace fedltr {

/// `fedltr serve` of a scenario with [members].
struct MembersLeadOptions {
  LinkOptions link;
  std::filesystem::path file;
  std::vector<std::string> settings;
  bool rehearsal = false;
  bool resume = false;
  bool force = false;       ///< replaces older results
  std::size_t threads = 0;  ///< 0 = all
  std::optional<std::filesystem::path> out;
  /// File for every message received and sent, for inspection.
  std::optional<std::filesystem::path> transcript;
  std::optional<std::filesystem::path> metrics;  ///< file for Prometheus
};

/// Leads a federation until all epochs are over. Writes to its folder:
/// lead.json, with which it continues after a stop or loss of power,
/// epochs.csv, and at the end model.json and federation.json.
/// @return the process's exit code
int run_members_lead(const MembersLeadOptions& options, std::ostream& out);

}  // namespace fedltr
