#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/silo/own_rows.hpp"

namespace fedltr {

/// Findings in a file of own rows.
struct OwnRowNotes {
  std::size_t rows = 0;
  std::size_t joined = 0;        ///< rows of a known query and document
  std::size_t of_queries = 0;    ///< rows of unknown queries
  std::size_t of_documents = 0;  ///< rows of known queries, unknown documents
  std::vector<std::string> lost_queries;    ///< examples
  std::vector<std::string> lost_documents;  ///< examples
  std::size_t judged = 0;                   ///< judged pairs
  std::size_t judged_rows = 0;              ///< those with a row
  std::size_t other_grades = 0;  ///< rows whose label is not the judgement
};

/// A party's own rows, by its numbers of queries and documents.
struct ReadRows {
  std::shared_ptr<const OwnRows> rows;
  OwnRowNotes notes;
};

/// Reads LETOR rows of a party's own pairs: the qid is the query's name in the
/// collection, the comment that of the document. Labels are not used: the
/// collection has the judgements.
/// @throws DataError  naming the file, and line or query; also if no row is of
///                    a known query and document
ReadRows read_own_rows(const std::filesystem::path& file,
                       const Collection& collection);

/// Describes the rows that were read: one line.
std::string own_rows_line(const ReadRows& read);
/// Logs what was left out or looks wrong.
void log_notes(const std::string& file, const OwnRowNotes& notes);

}  // namespace fedltr
