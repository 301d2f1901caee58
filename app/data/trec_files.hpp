#pragma once

#include <span>
#include <string>
#include <string_view>

#include "algorithms/data/dataset.hpp"
#include "algorithms/ranking/run_evaluation.hpp"

namespace fedltr {

/// Maximum bytes of a run or of judgements, unpacked: they stay in memory.
inline constexpr std::size_t kMaxTrecText = std::size_t{4} << 30;

/// Reads a run in TREC's format, `query Q0 document rank score tag` between
/// blanks, one per line; lines of a query need not be adjacent. Ignores the
/// rank, as trec_eval does, and skips blank lines and those that begin with
/// '#'.
/// @param file  for messages
/// @throws DataError  with file and line; also for a document ranked twice
RankedRun parse_run(std::string_view text, const std::string& file);

/// Reads judgements in TREC's format, `query iteration document grade`, or in
/// BEIR's, `query-id corpus-id score` below a line of these words. A grade
/// below 0 counts as 0.
/// @throws DataError  with file and line; also for a pair judged twice
JudgedQueries parse_judgements(std::string_view text, const std::string& file);

/// Converts the labels of a LETOR text to judgements, with documents as in
/// document_names().
/// @throws DataError  with file and line
JudgedQueries parse_labels(std::string_view text, const std::string& file);

/// Parses judgements in either format, chosen by the first line.
JudgedQueries parse_judged(std::string_view text, const std::string& file);

/// Kind of a file by its first line that is neither blank nor a comment.
enum class TextKind { kJson, kLetor, kRun, kJudgements, kOther };
TextKind kind_of(std::string_view text);

/// A query's ranking.
struct Ranking {
  std::string_view query;
  const std::vector<std::string>& documents;  ///< by index
  const VectorView& scores;                   ///< by index
  std::span<const Index> order;               ///< indices, best first
};
/// Appends a ranking in TREC's format; scores read back exactly.
void append_run(std::string& text, const Ranking& ranking,
                std::string_view tag);

}  // namespace fedltr
