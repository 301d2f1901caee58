#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/data/convert/convert_input.hpp"

namespace fedltr {

/// A document that a user was shown.
struct ShownDocument {
  std::string document;
  std::uint32_t position = 0;  ///< in the list, from 1
  bool clicked = false;
};

/// A search as an engine logged it: who was shown what, and clicked on what.
struct LoggedSearch {
  std::string query;
  std::string name;                  ///< as a query of its own
  std::string user;                  ///< empty: unknown
  std::string time;                  ///< empty: unknown
  std::vector<ShownDocument> shown;  ///< by position
};

/// In the order of their first lines. Logs stay in memory.
using ClickLog = std::vector<LoggedSearch>;

/// Most documents of a search, and the largest position.
inline constexpr std::size_t kMaxShown = 10'000;
inline constexpr std::uint64_t kMaxPosition = 1'000'000;

/// What reading a log met that a user should know of.
struct ClickNotes {
  std::uint64_t other_events = 0;  ///< neither impression nor click
  std::uint64_t without_place =
      0;                      ///< events without query, document, position
  std::uint64_t unknown = 0;  ///< shown documents without features
  std::uint64_t lost = 0;     ///< searches of which all are unknown
};

/// Reads CSV with columns qid, docno, position (from 1), click (0 or 1) and, or
/// neither, user and timestamp, which may be blank: unknown. A search is what
/// has the same qid, user and timestamp.
/// @throws DataError  with file and line; also for a document that stands twice
///                    in a search
ClickLog read_click_csv(const ConvertInput& input, ClickNotes& notes);

/// Writes that; columns user and timestamp where the log knows of any.
void write_click_csv(const std::string& file, const ClickLog& log);

/// @throws DataError  for a log that does not know all users and times
void require_users(const ClickLog& log);

/// Writes qid,user,timestamp for data.users, with the searches' own names.
void write_users_csv(const std::string& file, const ClickLog& log);

/// Ends the reading of a log: sorts what was shown by position, and names each
/// search as a query of its own. The first of a query keeps its name, the next
/// is QUERY.2, and so on; numbers that another query's name has are left out.
ClickLog finished(ClickLog log);

}  // namespace fedltr
