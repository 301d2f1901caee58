#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/base/journal.hpp"
#include "app/data/search_log_reader.hpp"

namespace fedltr {

/// File of a member's searches, in the folder of its data.
inline constexpr const char* kSearchLog = "searches.log";

/// Ends messages about a log that can't be continued.
inline constexpr const char* kMoveLogAway =
    "move it away to begin another log, in which lists of --log that have "
    "taught teach again";

/// Time for which a log keeps what users did.
struct LogKeeping {
  std::int64_t days = 0;  ///< at most; 0: for good
  /// The day since 1970; nullopt while it is not known.
  std::function<std::optional<std::int64_t>()> today = {};
};

SearchColumns search_columns(const Scenario& scenario,
                             const std::vector<std::string>& features);

/// A member's log of its users' searches: a journal (app/base/journal.hpp) of
/// the columns and a key, then of searches with their clicks, of preferences of
/// users for one of two models, of the epochs that used them, and of epochs
/// that were lost. Each is taken for one epoch; if that was lost, for a later
/// one. If the process ends before it knows, the search counts as taken.
/// With LogKeeping::days, the log has the day of each search and preference
/// from then on, and expire() removes those that are as old, also if they have
/// not taught. Those before the first day count from it on. Threads may call
/// all functions at once.
class SearchLog final : public SearchSource {
 public:
  /// Searches and preferences that of_user() returns at once.
  static constexpr std::size_t kMostOfUser = 1000;

  /// Opens or makes the file.
  /// @param agreement  digest of the run that takes from it
  /// @param keeping    days, if any, need to know today
  /// @throws DataError   for a log of other columns, or one that is damaged
  /// @throws UsageError  if another process has it open, or others may read it
  SearchLog(const std::filesystem::path& file, const SearchColumns& columns,
            std::string agreement, LogKeeping keeping = {});

  /// Key of the ids of lists, drawn when the log began and in it; none in a log
  /// that began before there were keys.
  const std::optional<Secret>& key() const { return key_; }
  /// Appends a search; it is on disk when this returns.
  /// @throws std::runtime_error  if it can't be written, from then on always
  void add(RecordedSearch search);
  /// Appends those of a log that the file does not have, by their ids, and that
  /// no epoch has used, as those of forgotten users may have been; they are on
  /// disk when this returns.
  struct Added {
    std::size_t searches = 0;
    /// Number of those that wait in the file with other scores.
    std::size_t changed = 0;
  };
  Added add_new(std::vector<RecordedSearch> searches);
  /// Appends a preference in the same way.
  /// @param began  epoch in which its comparison began
  void add(Preference preference, std::uint32_t began);
  std::vector<RecordedSearch> take(std::uint32_t epoch, PrivacyUnit unit,
                                   Index most) override;
  std::vector<Preference> take_preferences(std::uint32_t epoch,
                                           std::uint32_t began) override;
  /// Reports the epoch of a model that has come: what was taken for it, or for
  /// an earlier one, has taught.
  /// @return  number of searches that were taken for it
  std::size_t closed(std::uint32_t epoch);
  /// Reports that an epoch was lost: what was taken for it waits again.
  void lost(std::uint32_t epoch);
  /// Part of a user's searches and preferences in the file, in its order.
  struct OfUser {
    std::vector<RecordedSearch> searches;
    std::vector<Preference> preferences;
    std::optional<std::size_t> next;  ///< number of the first that follows
  };
  /// Reads at most kMostOfUser of them while others may be added.
  /// @param first  number of the first, from 0
  OfUser of_user(const std::string& user, std::size_t first = 0) const;
  /// Removes a user's searches and preferences from the file.
  /// @return  number of the searches
  std::size_t forget(const std::string& user);

  /// Removes what is too old; if that fails, it logs an error, and a later day
  /// or process tries again.
  void expire();

  /// Numbers of searches.
  struct Counts {
    std::size_t all = 0;
    std::size_t waiting = 0;  ///< for an epoch
  };
  Counts counts() const;
  /// Reads the file again.
  SearchRecord record() const;

 private:
  struct Pending {
    std::uint32_t epoch = 0;
    std::vector<RecordedSearch> searches;
    std::vector<LoggedPreference> preferences;
  };

  /// Logs that these are used, and keeps them until the epoch is over; with the
  /// lock.
  void take(Pending pending);
  /// Lets wait again what was taken for the open epoch; with the lock.
  void give_back();
  /// Reads what waits in the file.
  void load();
  /// Begins a day, if it is another one than the last; with the lock.
  /// @return  today, if the log has days
  std::optional<std::int64_t> begin_day();
  void remove_old(std::int64_t today);
  /// Removes the entries for which this is true from the file, and from those
  /// that wait; with the lock. @return  number of the searches
  std::size_t remove_if(const std::function<bool(const LogEntry&)>& leaves);

  std::filesystem::path file_;
  SearchColumns columns_;
  std::string agreement_;
  LogKeeping keeping_;
  std::unique_ptr<Journal> journal_;
  std::optional<Secret> key_;
  mutable std::mutex mutex_;  ///< of the members below
  std::size_t all_ = 0;
  std::deque<RecordedSearch> waiting_;
  std::vector<LoggedPreference> undecided_;
  std::optional<Pending> pending_;       ///< taken, for an epoch that is open
  std::vector<std::int64_t> days_;       ///< in the order of the file
  std::optional<std::int64_t> expired_;  ///< day of the last try
};

/// Reads a log for a rehearsal; without the file there were no searches.
/// @throws DataError, UsageError  as SearchLog
SearchRecord read_search_log(const std::filesystem::path& file,
                             const SearchColumns& columns);

}  // namespace fedltr
