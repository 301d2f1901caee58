#pragma once

#include <cstddef>
#include <filesystem>
#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "app/data/member_log.hpp"
#include "app/deploy/node.hpp"

namespace fedltr {

/// `fedltr member`.
struct MemberOptions {
  LinkOptions link;
  std::filesystem::path file;  ///< the agreement
  std::vector<std::string> settings;
  std::filesystem::path data;    ///< own folder, with rows.letor, searches.log
  std::optional<Address> agent;  ///< where it ranks for its own users
  std::optional<MemberLogFiles> log;  ///< to add to its searches
  std::int64_t keep_days = 0;         ///< as LogKeeping::days
  std::string name;                   ///< without certificates
  bool rehearsal = false;
  bool show = false;        ///< prints what it would send, and stops
  bool leave = false;       ///< leaves for good
  bool yes = false;         ///< agrees without asking
  std::size_t threads = 0;  ///< 0 = all
  /// Default: beside the certificates, or else in the folder of results.
  std::optional<std::filesystem::path> ledger;
  std::optional<std::filesystem::path> out;
  std::optional<std::filesystem::path> metrics;
};

/// Takes part in a federation with its own rows or users. Writes to its folder:
/// model.json, the newest model; own.csv, its metrics on its own held-out
/// queries; held_out.csv, the metric over all members' ones; disclosure.md. Or
/// leaves it for good.
/// @param in  source of a person's answer
/// @return the process's exit code
int run_member(const MemberOptions& options, std::istream& in,
               std::ostream& out);

}  // namespace fedltr
