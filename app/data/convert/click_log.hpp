#pragma once

#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/record_sorter.hpp"
#include "app/base/spilled_bytes.hpp"
#include "app/data/convert/convert_input.hpp"

namespace fedltr {

/// A document shown to a user.
struct ShownDocument {
  std::string document;
  std::uint32_t position = 0;  ///< in the list, from 1 in a finished log
  bool clicked = false;
  double propensity = 0;  ///< of examination, above 0; 0: unknown
};

/// A logged search: its query and user, the documents shown, and their clicks.
struct LoggedSearch {
  std::string query;                 ///< as in the log, perhaps several words
  std::string name;                  ///< unique name as a query, one word
  std::string user;                  ///< empty: unknown
  std::string time;                  ///< empty: unknown
  std::vector<ShownDocument> shown;  ///< by position
  std::uint64_t file = 0;            ///< that has it, from 0 in the log's list
  std::uint64_t line = 0;            ///< first one there; 0: unknown
};

/// Returns a search as bytes, for unpacked_search().
std::string packed_search(const LoggedSearch& search);
LoggedSearch unpacked_search(std::string_view bytes);

/// Searches in the order of their first lines, to be read one after the other,
/// repeatedly. Large logs are on disk, see SpilledBytes.
class ClickLog {
 public:
  class Iterator {
   public:
    using value_type = LoggedSearch;
    using difference_type = std::ptrdiff_t;
    using iterator_concept = std::input_iterator_tag;

    explicit Iterator(const ClickLog& log);
    const LoggedSearch& operator*() const { return search_; }
    const LoggedSearch* operator->() const { return &search_; }
    Iterator& operator++();
    void operator++(int) { ++*this; }
    bool operator==(std::default_sentinel_t) const { return done_; }

   private:
    SpilledReader reader_;
    LoggedSearch search_;
    bool done_ = false;
  };

  void add(const LoggedSearch& search);
  std::uint64_t size() const { return searches_; }
  bool empty() const { return searches_ == 0; }
  Iterator begin() const { return Iterator(*this); }
  std::default_sentinel_t end() const { return {}; }

 private:
  SpilledBytes bytes_;
  std::uint64_t searches_ = 0;
};

/// Maximum number of documents of a search, and maximum position.
inline constexpr std::size_t kMaxShown = 10'000;
inline constexpr std::uint64_t kMaxPosition = 1'000'000;

/// A number of items, and of those that meet a condition.
struct CountedPart {
  std::uint64_t some = 0;
  std::uint64_t all = 0;

  void add(bool meets) { some += meets ? 1 : 0, ++all; }
};

/// Parts of a log for which there are features, and examples of others.
struct JoinNotes {
  CountedPart queries;    ///< different ones
  CountedPart searches;   ///< those with features of at least one document
  CountedPart documents;  ///< shown ones, in all searches
  CountedPart clicks;
  std::vector<std::string> lost_queries;
  std::vector<std::string> lost_documents;   ///< of queries that were found
  std::vector<std::string> other_documents;  ///< in the features of those
  std::vector<std::string> other_queries;    ///< in the features
};

/// An action of a log's events.
struct ActionNote {
  std::string name;     ///< in quotes, or (none), others
  std::string meaning;  ///< shown, clicked, ignored
  std::uint64_t events = 0;
};

/// Findings while reading a log that a user should know.
struct ClickNotes {
  /// Position of a list's first document; nullopt: lists without positions.
  std::optional<std::uint32_t> first_position;
  CountedPart begins_there;  ///< searches whose smallest position is that one
  std::vector<ActionNote> actions;
  std::vector<std::string> absent_actions;  ///< named, but of no event
  std::uint64_t requests = 0;               ///< of searches, in place of events
  std::uint64_t without_query = 0;          ///< events
  std::uint64_t without_document = 0;       ///< events of a query
  std::uint64_t without_place = 0;          ///< events of a query and document
  std::uint64_t moved = 0;    ///< documents of a search at several positions
  std::uint64_t closed = 0;   ///< searches whose gaps by these were closed
  std::uint64_t outside = 0;  ///< clicks on documents not in their list
  std::string outside_example;
  std::vector<std::string> outside_list;  ///< documents of that list
  std::uint64_t from_queries = 0;    ///< searches with a list of ubi_queries
  std::uint64_t without_list = 0;    ///< searches that show nothing
  std::uint64_t without_text = 0;    ///< searches whose query's text is unknown
  std::uint64_t clicks_only = 0;     ///< searches that show clicked ones only
  std::uint64_t separated = 0;       ///< searches begun by what recurs
  std::uint64_t repeated = 0;        ///< searches beyond one for their rows
  std::uint64_t blank_clicks = 0;    ///< documents whose click is blank
  std::uint64_t several_clicks = 0;  ///< documents clicked more than once
  std::uint64_t shared_places = 0;   ///< searches with a position twice
  std::uint64_t anonymous = 0;       ///< searches without user
  std::uint64_t renamed = 0;         ///< queries of several words
  JoinNotes joined;
};

/// Returns a text as a name of one word, as in LETOR rows: `_` stands for
/// blanks, also for several, for control characters and `#`; and alone for a
/// text of blanks.
std::string one_word(std::string_view text);

/// Adds an example unless there are kMostExamples or it is among them.
void add_example(std::vector<std::string>& examples, const std::string& name);

/// Writes a log as CSV, with columns user and timestamp if any are known.
void write_click_csv(const std::string& file, const ClickLog& log);

/// Writes qid,user,timestamp for data.users, with the searches' unique names.
/// A search without user is one of a user of its own, `anonymous.1` and so on.
/// @param log  of which require_times() holds
void write_users_csv(const std::string& file, const ClickLog& log);

/// Refuses a log that a file of users can't be made of.
/// @param files  of the log, for messages
/// @param hint   on a search without time
/// @throws DataError  if a search has no time, or one that UserTimes refuses
void require_times(const ClickLog& log, const std::vector<std::string>& files,
                   const std::string& hint);

/// Returns the position of a list's first document: `given`, otherwise 0 if the
/// smallest position of a log is 0, else 1.
std::uint32_t first_position_of(std::uint32_t smallest,
                                std::optional<std::uint32_t> given);

/// Collects the searches of a log in any order and completes them: sorts shown
/// documents by position and gives each search a unique name. The first search
/// of a query has the query's name, as one word, the next is QUERY.2, and so
/// on, skipping names of other queries. Memory holds the names of queries.
class LogBuilder {
 public:
  /// @param first  the place of its first line in the log
  void add(std::uint64_t first, LoggedSearch search);
  ClickLog take(ClickNotes& notes);

 private:
  RecordSorter by_place_;
  TextMap<std::uint64_t> numbers_;   ///< last one used, by query, as one word
  TextSet<> renamed_;                ///< queries that are not one word
  std::uint64_t shared_places_ = 0;  ///< searches with a position twice
};

}  // namespace fedltr
