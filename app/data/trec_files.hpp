#pragma once

#include <span>
#include <string>
#include <string_view>

#include "algorithms/data/dataset.hpp"
#include "algorithms/ranking/run_evaluation.hpp"

namespace fedltr {

/// Most bytes of a run or of judgements, unpacked: they stay in memory.
inline constexpr std::size_t kMaxTrecText = std::size_t{4} << 30;

/// Reads a run in TREC's format, `query Q0 document rank score tag` between
/// blanks, a line each; lines of one query need not be adjacent. As trec_eval
/// does, ignores the rank. Blank lines and lines that begin with '#' are
/// skipped.
/// @param file  for messages
/// @throws DataError  with file and line; also for a document ranked twice
RankedRun parse_run(std::string_view text, const std::string& file);

/// Reads judgements in TREC's format, `query iteration document grade`, or in
/// BEIR's, `query-id corpus-id score` below a line of these words. A grade
/// below 0 counts as 0.
/// @throws DataError  with file and line; also for a pair judged twice
JudgedQueries parse_judgements(std::string_view text, const std::string& file);

/// The labels of a LETOR text as judgements, documents as document_names() has
/// them.
/// @throws DataError  with file and line
JudgedQueries parse_labels(std::string_view text, const std::string& file);

/// Judgements in either format, by how the first line looks.
JudgedQueries parse_judged(std::string_view text, const std::string& file);

/// What a file's first line that is neither blank nor a comment looks like.
enum class TextKind { kJson, kLetor, kRun, kJudgements, kOther };
TextKind kind_of(std::string_view text);

/// A query's ranking.
struct Ranking {
  std::string_view query;
  const std::vector<std::string>& documents;  ///< by place
  const VectorView& scores;                   ///< by place
  std::span<const Index> order;               ///< places, best first
};
/// Appends a ranking in TREC's format; scores read back exactly.
void append_run(std::string& text, const Ranking& ranking,
                std::string_view tag);

}  // namespace fedltr
