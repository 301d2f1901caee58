#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include "algorithms/data/letor.hpp"

namespace fedltr {

// Readers of text collections, one line at a time: a line ends with LF or CRLF;
// a byte-order mark and empty lines are skipped. All errors, including any
// std::invalid_argument that a visitor throws, become a DataError that names
// file and line; a failed stream and a file without entries are errors.
//
// @param input  source of the text
// @param name   of the file, for messages

/// Views are valid until the visitor returns.
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
  double grade = 0;  ///< finite
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

/// BEIR corpus.jsonl: objects with `_id`, a string or an integer, and `text` or
/// `title` or both; null is an empty text, and other members are ignored,
/// unless they look like a misspelt one that is missing (`txet`), or hold
/// several words beside a title without `text` (`contents`): an error, as is a
/// line that is not UTF-8.
void read_beir_documents(std::istream& input, const std::string& name,
                         const VisitDocument& visit);
/// BEIR queries.jsonl: objects with `_id`, a string or an integer, and `text`.
void read_beir_queries(std::istream& input, const std::string& name,
                       const VisitQuery& visit);

/// Returns the number of words of a line, for messages, with a hint if commas
/// separate them.
std::string counted_words(std::string_view line);

/// Splits lines of judgements. The first line shows their form: TREC's `query
/// iteration document grade`; BEIR's `query-id corpus-id score` with a header,
/// after which further columns are ignored; or the same without a header.
/// Blanks and tabs separate words; below a header, tabs only, if a line has
/// any.
class JudgementLines {
 public:
  /// Returns the grade of a word; nullopt for a judgement to leave out.
  /// @param expected  form of the line, for a message
  using GradeOf = std::function<std::optional<double>(std::string_view word,
                                                      const char* expected)>;

  JudgementLines() = default;  ///< grades are numbers
  explicit JudgementLines(GradeOf grade_of) : grade_of_(std::move(grade_of)) {}

  /// Returns a line's judgement; nullopt for the header, or to leave it out.
  /// @throws std::invalid_argument  naming the expected form
  std::optional<TextJudgement> read(std::string_view line);

 private:
  enum class Form : std::uint8_t { kUnknown, kTrec, kPlain, kHeaded };
  Form form_ = Form::kUnknown;
  GradeOf grade_of_;
};

/// Judgements in any form of JudgementLines.
void read_judgements(std::istream& input, const std::string& name,
                     const VisitJudgement& visit);

/// MS MARCO documents: `docid url title body`, separated by tabs, no header;
/// fields may be empty.
void read_msmarco_documents(std::istream& input, const std::string& name,
                            const VisitDocument& visit);
/// MS MARCO passages: `pid passage`, separated by a tab; without titles.
void read_msmarco_passages(std::istream& input, const std::string& name,
                           const VisitDocument& visit);
/// MS MARCO queries: `qid text`, separated by a tab.
void read_msmarco_queries(std::istream& input, const std::string& name,
                          const VisitQuery& visit);
/// TREC runs, `query Q0 document rank score tag`, separated by blanks, like MS
/// MARCO's top 100; the rank counts, not the score.
void read_run(std::istream& input, const std::string& name,
              const VisitRank& visit);

/// The grade of a rank, ICDE section VI-A: 2 up to 10, 1 up to 100, else 0.
constexpr int grade_of_rank(std::uint32_t rank) {
  return rank <= 10 ? 2 : rank <= 100 ? 1 : 0;
}

}  // namespace fedltr
