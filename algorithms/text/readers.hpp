#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

#include "algorithms/data/letor.hpp"

namespace fedltr {

// Readers of text collections, a line at a time: a line ends by LF or CRLF, a
// byte-order mark and empty lines are skipped. All faults, also any
// std::invalid_argument that a visitor throws, become a DataError that names
// file and line; a stream that breaks and a file without entry are faults.
//
// @param input  what to read
// @param name   of the file, for messages

/// Views hold until the visitor returns.
struct TextDocument {
  std::string_view name;
  std::string_view title;
  std::string_view body;
};
struct TextQuery {
  std::string_view name;
  std::string_view text;
};
struct TextJudgement {
  std::string_view query;
  std::string_view document;
  int grade = 0;
};
struct TextRank {
  std::string_view query;
  std::string_view document;
  std::uint32_t rank = 0;  ///< from 1
};
using VisitDocument = std::function<void(const TextDocument&)>;
using VisitQuery = std::function<void(const TextQuery&)>;
using VisitJudgement = std::function<void(const TextJudgement&)>;
using VisitRank = std::function<void(const TextRank&)>;

/// BEIR corpus.jsonl: objects with `_id`, `text` and perhaps `title`. A line
/// that is no UTF-8 is a fault, as JSON has it.
void read_beir_documents(std::istream& input, const std::string& name,
                         const VisitDocument& visit);
/// BEIR queries.jsonl: objects with `_id` and `text`.
void read_beir_queries(std::istream& input, const std::string& name,
                       const VisitQuery& visit);
/// BEIR qrels: `query-id corpus-id score`, tabs between, after a header.
void read_beir_judgements(std::istream& input, const std::string& name,
                          const VisitJudgement& visit);

/// MS MARCO documents: `docid url title body`, tabs between, no header; fields
/// may be empty.
void read_msmarco_documents(std::istream& input, const std::string& name,
                            const VisitDocument& visit);
/// MS MARCO passages: `pid passage`, a tab between; they have no title.
void read_msmarco_passages(std::istream& input, const std::string& name,
                           const VisitDocument& visit);
/// MS MARCO queries: `qid text`, a tab between.
void read_msmarco_queries(std::istream& input, const std::string& name,
                          const VisitQuery& visit);
/// TREC qrels, `query iteration document grade`, blanks between.
void read_trec_judgements(std::istream& input, const std::string& name,
                          const VisitJudgement& visit);
/// TREC runs, `query Q0 document rank score tag`, blanks between, as MS MARCO's
/// top 100; the rank counts, not the score.
void read_run(std::istream& input, const std::string& name,
              const VisitRank& visit);

/// The grade of a rank, ICDE section VI-A: 2 to 10, 1 to 100, else 0.
constexpr int grade_of_rank(std::uint32_t rank) {
  return rank <= 10 ? 2 : rank <= 100 ? 1 : 0;
}

}  // namespace fedltr
