#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/core/linalg.hpp"
#include "algorithms/members/privacy_unit.hpp"

namespace fedltr {

/// A list that a member showed to one of its users, and the clicks on it.
/// Documents are by rank; neither their names nor the query is kept.
struct RecordedSearch {
  std::uint64_t id = 0;     ///< drawn; of no other search
  std::string user;         ///< as the search engine names it; may be empty
  std::vector<float> rows;  ///< #shown by #features, as the model scores them
  /// Those of all candidates by the model that drew the list: of the shown
  /// ones, then of the others.
  std::vector<double> scores;
  std::vector<std::uint8_t> clicks;  ///< 1 is a click

  auto fields(auto&& f) { return f(id, user, rows, scores, clicks); }
};

/// A user's preference for one of two rankings, by clicks on their interleaved
/// list.
struct Preference {
  std::uint64_t id = 0;    ///< drawn; of no other
  std::string user;        ///< as in RecordedSearch
  std::uint8_t twice = 1;  ///< twice the preference for the newest model
};

/// Returns a preference as a search, for a SearchRecord: it has no rows, so
/// nothing to learn, and its one click is the preference.
RecordedSearch search_of(Preference preference);
/// Returns the preference of such a search; nullopt for another one.
std::optional<Preference> preference_of(const RecordedSearch& search);

/// Takes the oldest searches out of a queue: `most` of all (kMember), or of
/// each user (kUser), so that no user's searches depend on another user's; then
/// searches without a user's name stay, since they can be of any.
std::vector<RecordedSearch> take_oldest(std::deque<RecordedSearch>& waiting,
                                        PrivacyUnit unit, Index most);

/// A member's searches, each of which teaches in one epoch at most.
class SearchSource {
 public:
  virtual ~SearchSource() = default;

  /// Returns the searches that teach in an epoch, as take_oldest(). Before it
  /// returns, it is on disk that they did, where there is a disk.
  virtual std::vector<RecordedSearch> take(std::uint32_t epoch,
                                           PrivacyUnit unit, Index most) = 0;
  /// Returns the preferences that count in an evaluation, in the same way: all
  /// that wait, of the comparison that began in this epoch.
  virtual std::vector<Preference> take_preferences(std::uint32_t epoch,
                                                   std::uint32_t began) = 0;
};

/// A member's searches as its log has them.
struct SearchRecord {
  /// By epoch of the last run that learned from them, or counted preferences.
  std::map<std::uint32_t, std::vector<RecordedSearch>> taken;
  std::deque<RecordedSearch> waiting;

  /// Number of searches that teach.
  Index searches() const;
};

/// Number of different users with a name.
Index users_of(std::span<const RecordedSearch> searches);

/// Searches of the past: each epoch of the record learns from the same ones
/// again, later epochs from those that wait.
class ReplayedSearches final : public SearchSource {
 public:
  explicit ReplayedSearches(SearchRecord record) : record_(std::move(record)) {}

  std::vector<RecordedSearch> take(std::uint32_t epoch, PrivacyUnit unit,
                                   Index most) override;
  /// Those of the record's epoch, and no others: only an agent knows which
  /// lists are of which models.
  std::vector<Preference> take_preferences(std::uint32_t epoch,
                                           std::uint32_t began) override;

 private:
  SearchRecord record_;
};

}  // namespace fedltr
