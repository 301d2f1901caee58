#pragma once

#include <filesystem>
#include <ostream>

#include "app/deploy/agreement.hpp"
#include "app/deploy/node.hpp"

namespace fedltr {

/// `fedltr relay`.
struct RelayOptions {
  LinkOptions link;
  std::filesystem::path file;  ///< the agreement
  bool rehearsal = false;
  bool serve_search = false;     ///< a search session instead of a run
  std::uint32_t deadline = 600;  ///< seconds, for what a party has to send
  std::uint32_t phase = 43200;   ///< seconds, for each phase of a run
  std::uint32_t grace = 60;      ///< seconds, to connect again
  std::size_t threads = 0;       ///< 0 = all
  bool resume = false;           ///< resumes the run in `out`
  std::optional<std::filesystem::path> out;
  std::optional<std::filesystem::path> transcript;
  std::optional<std::filesystem::path> metrics;  ///< file for Prometheus
};

/// Leads one run of a consortium; reads no data.
/// @return the process's exit code
int run_relay(const RelayOptions& options, std::ostream& out);

}  // namespace fedltr
