#include "app/models/search/statistics_file.hpp"

#include <array>

#include "algorithms/data/letor.hpp"
#include "algorithms/data/lines.hpp"
#include "app/base/files.hpp"
#include "app/base/text.hpp"
#include "app/data/texts/unpacked_stream.hpp"

namespace fedltr {
namespace {

constexpr std::string_view kHead =
    "term\ttitle_documents\ttitle_share\tbody_documents\tbody_share";
/// Replaces the term in the row of document numbers and mean lengths.
constexpr std::string_view kAllTerms = "*";  // no word equals it
constexpr std::size_t kNumbers = 2 * kFields;
/// Larger integers are not exact, and no count exceeds it.
constexpr double kLargestCount = 9007199254740992;
constexpr std::size_t kPiece = std::size_t{1} << 16;

using Numbers = std::array<double, kNumbers>;

void append_row(std::string& text, std::string_view term,
                const Numbers& numbers) {
  text += term;
  for (const double number : numbers) text += '\t' + exact(number);
  text += '\n';
}

Numbers numbers_of(const KnownStatistics& statistics, TermId term) {
  const TermStatistics& title = statistics.term(Field::kTitle, term);
  const TermStatistics& body = statistics.term(Field::kBody, term);
  return {title.document_frequency, title.probability, body.document_frequency,
          body.probability};
}

/// Reads rows, one after the other.
class StatisticsReader {
 public:
  StatisticsReader(std::string file, const Dictionary& dictionary)
      : file_(std::move(file)),
        dictionary_(dictionary),
        statistics_(dictionary.size()),
        seen_(dictionary.size()) {}

  void take(std::string_view row) {
    if (row.ends_with('\r')) row.remove_suffix(1);
    if (++line_ == 1) return take_head(without_mark(row));
    const std::size_t end = row.find('\t');
    if (end == 0 || end == std::string_view::npos)
      fail("expected a term and " + std::to_string(kNumbers) + " numbers");
    const std::string_view term = row.substr(0, end);
    const Numbers numbers = parse(row.substr(end + 1));
    if (term == kAllTerms) return take_all(numbers);
    const auto id = dictionary_.find(term);
    if (!id) return;
    if (seen_[*id]) fail("term " + in_quotes(term) + " came before");
    seen_[*id] = true;
    if (numbers[1] > 1 || numbers[3] > 1)
      fail("a term's share of all terms is above 1");
    statistics_.set_term(Field::kTitle, *id, {numbers[0], numbers[1]});
    statistics_.set_term(Field::kBody, *id, {numbers[2], numbers[3]});
  }

  /// @param own  statistics for terms that the file lacks
  KnownStatistics finish(const KnownStatistics& own) {
    if (statistics_.field(Field::kTitle).documents == 0)
      throw DataError(file_ + ": has no row '" + std::string(kAllTerms) +
                      "' of all documents");
    for (TermId term = 0; term < seen_.size(); ++term)
      for (const Field field : kAllFields)
        if (!seen_[term])
          statistics_.set_term(field, term, own.term(field, term));
    return std::move(statistics_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw DataError(at_line(file_, line_) + what);
  }

  void take_head(std::string_view row) const {
    if (row != kHead)
      fail("is no file of statistics that a run left; expected '" +
           std::string(kHead) + "'");
  }

  Numbers parse(std::string_view rest) const {
    Numbers numbers{};
    for (std::size_t i = 0; i < kNumbers; ++i) {
      const std::size_t end = std::min(rest.find('\t'), rest.size());
      const auto number = parse_real(rest.substr(0, end));
      if (!number || *number < 0 || *number > kLargestCount)
        fail(in_quotes(rest.substr(0, end)) +
             " is no number 0 to 2^53: column " + std::to_string(i + 2));
      numbers[i] = *number;
      if ((i + 1 == kNumbers) != (end == rest.size()))
        fail("expected " + std::to_string(kNumbers) + " numbers");
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return numbers;
  }

  void take_all(const Numbers& numbers) {
    if (statistics_.field(Field::kTitle).documents > 0)
      fail("a second row of all documents");
    if (numbers[0] < 1 || numbers[0] != numbers[2])
      fail(exact(numbers[0]) + " titles and " + exact(numbers[2]) +
           " bodies; expected as many, 1 or more");
    statistics_.set_field(Field::kTitle, {numbers[0], numbers[1]});
    statistics_.set_field(Field::kBody, {numbers[2], numbers[3]});
  }

  std::string file_;
  std::size_t line_ = 0;
  const Dictionary& dictionary_;
  KnownStatistics statistics_;
  std::vector<bool> seen_;  ///< by term
};

}  // namespace

void write_statistics(const std::filesystem::path& file,
                      const KnownStatistics& statistics,
                      const Dictionary& dictionary) {
  WholeFile out(file, 0600);  // it lists the words of the texts
  std::string text(kHead);
  text += '\n';
  const FieldStatistics& title = statistics.field(Field::kTitle);
  const FieldStatistics& body = statistics.field(Field::kBody);
  append_row(
      text, kAllTerms,
      {title.documents, title.mean_length, body.documents, body.mean_length});
  for (TermId term = 0; term < statistics.terms(); ++term) {
    append_row(text, dictionary[term], numbers_of(statistics, term));
    if (text.size() < kPiece) continue;
    out.write(text);
    text.clear();
  }
  out.write(text);
  out.commit();
}

KnownStatistics read_statistics(const std::filesystem::path& file,
                                const Collection& collection) {
  UnpackedStream stream(file);
  StatisticsReader reader(file.string(), collection.dictionary());
  std::string row;
  while (std::getline(stream, row)) reader.take(row);
  return reader.finish(KnownStatistics(collection));
}

}  // namespace fedltr
