#pragma once

#include <span>
#include <string>
#include <string_view>

#include "algorithms/data/dataset.hpp"
#include "algorithms/ranking/run_evaluation.hpp"
#include "app/data/convert/label_rule.hpp"

namespace fedltr {

/// Maximum bytes of a run or of judgements, unpacked: they stay in memory.
inline constexpr std::size_t kMaxTrecText = std::size_t{4} << 30;

/// Reads a run in one of three formats:
/// TREC's, `query Q0 document rank score tag` between blanks, one per line;
/// ignores the rank, as trec_eval does;
/// MS MARCO's, `query document rank`, best by the smallest rank;
/// JSON of pytrec_eval and ranx, {query: {document: score}}, in the order of
/// names. Lines of a query need not be adjacent; skips blank lines and those
/// that begin with '#'.
/// @param file  for messages
/// @throws DataError  with file and line; also for a document ranked twice
RankedRun parse_run(std::string_view text, const std::string& file);

/// Makes grades of the labels in judgements.
struct JudgedGrades {
  LabelRule rule = {};
  LabelCounts counts = {};     ///< what the rule did
  std::uint64_t left_out = 0;  ///< judgements
};

/// Reads judgements in the formats of JudgementLines, or in JSON, {query:
/// {document: grade}}. A judgement that occurs twice with the same grade counts
/// once. Empty only if the rule leaves all out.
/// @param grades  made by its rule, if it has one; without, any numbers
/// @throws DataError  with file and line; also for a pair judged differently
JudgedQueries parse_judgements(std::string_view text, const std::string& file,
                               JudgedGrades* grades = nullptr);

/// Converts the labels of a LETOR text to judgements, with documents as in
/// document_names(). Empty only if the rule leaves all out.
/// @throws DataError  with file and line; for rows without names in a query of
///                    which the rule leaves rows out, as places name them
JudgedQueries parse_labels(std::string_view text, const std::string& file,
                           JudgedGrades* grades = nullptr);

/// Parses judgements or labels, chosen by the first line.
JudgedQueries parse_judged(std::string_view text, const std::string& file,
                           JudgedGrades* grades = nullptr);

/// Kind of a file by its first line that is neither blank nor a comment.
enum class TextKind { kJson, kLetor, kRun, kJudgements, kOther };
TextKind kind_of(std::string_view text);

/// True for JSON of a run or of judgements, {query: {document: number}}.
bool is_json_run(std::string_view text);

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
