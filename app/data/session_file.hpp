#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "algorithms/clicks/examination.hpp"
#include "app/data/convert/click_log.hpp"
#include "app/data/data_source.hpp"

namespace fedltr {

/// A click log joined with the rows of its documents.
struct JoinedSessions {
  std::shared_ptr<const SessionLog> log;
  std::vector<std::string> users;  ///< names by number; empty: without one
  JoinNotes joined;
  /// Lists that end above a document without rows, a position without document,
  /// or the longest list.
  std::uint64_t cut = 0;
  std::uint64_t empty = 0;  ///< searches whose first document is such a one
};

/// Name of a document, by its place in its query if its row has none.
std::string document_name(const Dataset& data, Index query, Index place);

/// Joins a log with a training set by the names of queries and documents, as
/// one_word() or quoted_name(); of rows without names, document i of its query
/// is QUERY.i, from 1. Lists are kept down to the first document without rows,
/// so that ranks stay those that users saw.
/// @throws DataError  for a query of the log with two rows of one name
JoinedSessions join_sessions(const ClickLog& log, const Dataset& data);

/// Logs which part of a click log has rows, unless all of it has: as a warning
/// if less than half of the searches have.
/// @param where  file, and what it is joined with
void report_join(const std::string& where, const JoinedSessions& sessions);

/// Reads a click log, as read_click_csv(), and joins it with each fold; logs
/// what did not join.
/// @throws DataError  with file and line; if nothing joins a fold
void load_sessions(const std::filesystem::path& file, LoadedData& loaded);

/// Reads a click log. @throws DataError  with file and line
ClickLog read_session_file(const std::filesystem::path& file);

/// Reads a curve by rank, as of propensities.csv: columns rank and propensity
/// or proceed, perhaps offset; ranks from 1, all of them; with columns fold and
/// repeat, rows of the first run only.
/// @throws DataError  with file and line
Examination read_curve(const std::filesystem::path& file);

/// Warns of a curve, given in a file, that is shorter than lists, and of
/// propensities above 1.
/// @param ranks  of the longest list
void report_curve(const std::filesystem::path& file, const Examination& curve,
                  Index ranks);

/// Returns the number of ranks of a log's longest list.
Index longest_list(const SessionLog& log);

/// Writes a log as a table that read_session_file() reads.
/// @throws DataError  if it can't be written
void write_session_file(const std::filesystem::path& file,
                        const SessionLog& log, const Dataset& data);

}  // namespace fedltr
