#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/data/convert/convert_input.hpp"

namespace fedltr {

/// A document shown to a user.
struct ShownDocument {
  std::string document;
  std::uint32_t position = 0;  ///< in the list, from 1
  bool clicked = false;
};

/// A logged search: its query and user, the documents shown, and their clicks.
struct LoggedSearch {
  std::string query;
  std::string name;                  ///< unique name as a query
  std::string user;                  ///< empty: unknown
  std::string time;                  ///< empty: unknown
  std::vector<ShownDocument> shown;  ///< by position
};

/// Searches in the order of their first lines. Logs stay in memory.
using ClickLog = std::vector<LoggedSearch>;

/// Maximum number of documents of a search, and maximum position.
inline constexpr std::size_t kMaxShown = 10'000;
inline constexpr std::uint64_t kMaxPosition = 1'000'000;

/// Findings while reading a log that a user should know.
struct ClickNotes {
  std::uint64_t other_events = 0;   ///< neither impressions nor clicks
  std::uint64_t without_place = 0;  ///< events without query, document or place
  std::uint64_t unknown = 0;        ///< shown documents without features
  std::uint64_t lost = 0;           ///< searches without a known document
};

/// Reads CSV with columns qid, docno, position (from 1), click (0 or 1), and
/// optionally user and timestamp, whose blank values mean unknown. Lines with
/// the same qid, user and timestamp belong to one search.
/// @throws DataError  with file and line; also for a document that occurs twice
///                    in a search
ClickLog read_click_csv(const ConvertInput& input, ClickNotes& notes);

/// Writes a log as CSV, with columns user and timestamp if any are known.
void write_click_csv(const std::string& file, const ClickLog& log);

/// @throws DataError  unless the log has all users and times
void require_users(const ClickLog& log);

/// Writes qid,user,timestamp for data.users, with the searches' unique names.
void write_users_csv(const std::string& file, const ClickLog& log);

/// Completes a log that was read: sorts shown documents by position and gives
/// each search a unique name. The first search of a query keeps the query's
/// name, the next is QUERY.2, and so on, skipping names of other queries.
ClickLog finished(ClickLog log);

}  // namespace fedltr
