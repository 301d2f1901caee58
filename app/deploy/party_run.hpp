#pragma once

#include <filesystem>
#include <istream>
#include <optional>
#include <ostream>
#include <string>

#include "app/base/sockets.hpp"
#include "app/deploy/agreement.hpp"
#include "app/deploy/node.hpp"

namespace fedltr {

/// `fedltr party`.
struct PartyOptions {
  LinkOptions link;
  std::filesystem::path file;  ///< the agreement
  std::filesystem::path data;  ///< own folder, in BEIR's layout
  std::string name;            ///< without certificates
  bool rehearsal = false;
  bool answer = false;  ///< a search session instead of a run
  /// Loopback address where a search session's user can also ask by HTTP.
  std::optional<Address> http;
  bool forecast = false;  ///< prints print_forecast(), and stops
  bool show = false;      ///< prints what it would send, and stops
  bool yes = false;       ///< agrees without asking
  /// With `yes`: takes part in spite of doubt_of().
  bool regardless = false;
  bool resume = false;  ///< resumes the run in `out`
  /// Seconds of a run in which the relay has to send something: more than its
  /// own for a phase.
  std::uint32_t deadline = 50000;
  /// Expected safety code.
  std::optional<std::string> expect;
  std::size_t threads = 0;  ///< 0 = all
  /// Ledger of the answers of all runs that name it. Default: beside the
  /// certificates; for a rehearsal, in the folder of results.
  std::optional<std::filesystem::path> ledger;
  /// Goes on although the ledger has lost lines that a member remembers.
  bool accept_loss = false;
  std::optional<std::filesystem::path> own;  ///< limits: read_own_limits()
  std::optional<std::filesystem::path> out;
  std::optional<std::filesystem::path> metrics;  ///< file for Prometheus
};

/// Takes part in one run of a consortium with its own data.
/// @param in  source of a person's answers
/// @return the process's exit code
int run_party(const PartyOptions& options, std::istream& in, std::ostream& out);

}  // namespace fedltr
