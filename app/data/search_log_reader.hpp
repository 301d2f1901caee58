#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "algorithms/members/recorded_search.hpp"
#include "algorithms/privacy/key_stream.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// The columns of rows in a log.
struct SearchColumns {
  Index features = 0;
  std::string digest;  ///< SHA-256 of their names, order and normalisation
};

/// A preference, and a hash of the comparison that it counts for.
struct LoggedPreference {
  Preference preference;
  std::uint64_t trial = 0;

  auto fields(auto&& f) {
    return f(preference.id, preference.user, preference.twice, trial);
  }
};

struct LogStart {
  std::string columns;

  auto fields(auto&& f) { return f(columns); }
};

/// Begins a log instead of LogStart, which older logs have.
struct KeyedStart {
  std::string columns;
  std::vector<std::uint8_t> key;  ///< of the ids of lists

  auto fields(auto&& f) { return f(columns, key); }
};

/// Searches or preferences that an epoch takes.
struct LogTaken {
  std::string agreement;
  std::uint32_t epoch = 0;
  std::vector<std::uint64_t> searches;

  auto fields(auto&& f) { return f(agreement, epoch, searches); }
};

/// An epoch that was lost.
struct LogReturned {
  std::uint32_t epoch = 0;

  auto fields(auto&& f) { return f(epoch); }
};

/// The day of all that follows.
struct LogDay {
  std::int64_t day = 0;  ///< since 1970, in UTC

  auto fields(auto&& f) { return f(day); }
};

using LogEntry = std::variant<LogStart, RecordedSearch, LogTaken, LogReturned,
                              LoggedPreference, KeyedStart, LogDay>;

/// Reads the entries of a log of searches, and keeps all but the searches
/// themselves: a log may have more than fit into memory.
class SearchLogReader {
 public:
  explicit SearchLogReader(const SearchColumns& columns) : columns_(columns) {}

  /// @throws ArchiveError, std::invalid_argument  for an entry that is none
  void read(const std::string& bytes);

  const std::optional<Secret>& key() const { return key_; }
  /// Number of searches.
  std::size_t searches() const { return ids_.size() - preferences_; }
  /// True if it has a search, or preference, of this id.
  bool has(std::uint64_t id) const { return ids_.contains(id); }
  /// True if an epoch took it and was not lost, also if it was removed since.
  bool is_used(std::uint64_t id) const { return used_.contains(id); }
  /// Ids by epoch of the last run that took some.
  const std::map<std::uint32_t, std::vector<std::uint64_t>>& taken() const {
    return taken_;
  }
  /// The days in the log, in its order.
  const std::vector<std::int64_t>& days() const { return days_; }

 private:
  void take(const LogStart& start) const;
  void take(const KeyedStart& start);
  void take(const RecordedSearch& search);
  void take(const LoggedPreference& logged);
  void take(const LogTaken& taken);
  void take(const LogReturned& returned);
  void take(const LogDay& day);

  const SearchColumns& columns_;
  bool is_first_ = true;
  std::optional<Secret> key_;
  std::set<std::uint64_t> ids_;
  std::size_t preferences_ = 0;
  std::set<std::uint64_t> used_;  ///< ids
  std::string agreement_;         ///< of the last run
  std::uint32_t epoch_ = 0;
  std::map<std::uint32_t, std::vector<std::uint64_t>> taken_;
  std::vector<std::int64_t> days_;
};

}  // namespace fedltr
