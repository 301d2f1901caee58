#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "app/base/json.hpp"
#include "app/data/convert/formats.hpp"

namespace fedltr {

/// Facts about a click log.
struct LogInfo {
  static constexpr std::size_t kRanks = 10;

  std::string name;
  std::string format;
  std::uint64_t searches = 0;
  std::uint64_t queries = 0;    ///< different ones
  std::uint64_t documents = 0;  ///< shown, over all searches
  std::uint64_t clicks = 0;
  std::uint64_t shortest = 0;  ///< documents of a search
  std::uint64_t longest = 0;
  std::vector<std::uint64_t> shown;  ///< by position from 1, at most kRanks
  std::vector<std::uint64_t> clicked;
  ClickNotes notes;
};

/// Reads a click log as `fedltr data convert` does by default; large ones are
/// sorted on disk.
/// @throws DataError  with file and line; also for a log without searches
LogInfo log_info(const std::string& file, const InputFormat& format);

void print_log_info(std::ostream& out, const LogInfo& info);
Json log_info_json(const LogInfo& info);

}  // namespace fedltr
