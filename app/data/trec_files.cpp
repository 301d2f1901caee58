#include "app/data/trec_files.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/core/hash.hpp"
#include "algorithms/data/letor.hpp"
#include "algorithms/data/letor_stream.hpp"
#include "algorithms/data/lines.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

bool is_skipped(const std::vector<std::string_view>& words) {
  return words.empty() || words[0].starts_with('#');
}

/// Place and expected contents, for a message.
struct Line {
  const std::string& file;
  std::size_t number;
  const char* expected;

  [[noreturn]] void fail(const std::string& what) const {
    throw DataError(at_line(file, number) + what + "; expected '" + expected +
                    "'");
  }
};

/// Queries by name, in the order of their first lines.
template <class Query>
class ByName {
 public:
  std::size_t place_of(std::string_view name) {
    const auto [found, is_new] =
        places_.try_emplace(std::string(name), queries.size());
    if (is_new) queries.push_back({std::string(name), {}});
    return found->second;
  }

  std::vector<Query> queries;

 private:
  TextMap<std::size_t> places_;
};

std::uint8_t grade_of(std::string_view word, const Line& line) {
  const bool negative = word.starts_with('-');
  const auto number = parse_whole(word.substr(negative ? 1 : 0));
  if (!number || (!negative && *number > kLargestLabel))
    line.fail(in_quotes(word) + " is not a grade up to " +
              std::to_string(kLargestLabel));
  return negative ? 0 : static_cast<std::uint8_t>(*number);
}

/// True for the first line of BEIR's judgements.
bool is_beir_head(const std::vector<std::string_view>& words) {
  return words ==
         std::vector<std::string_view>{"query-id", "corpus-id", "score"};
}

/// Returns label, query and comment of a LETOR row.
std::string without_features(std::string_view line) {
  const std::size_t hash = std::min(line.find('#'), line.size());
  const auto words = words_of(line.substr(0, hash));
  std::string row;
  for (const auto& word :
       std::span(words).first(std::min<std::size_t>(2, words.size())))
    row += std::string(word) + " ";
  return row + std::string(line.substr(hash));
}

}  // namespace

RankedRun parse_run(std::string_view text, const std::string& file) {
  ByName<RankedQuery> run;
  std::vector<TextSet<>> seen;
  for_each_line(text, [&](std::string_view row, std::size_t number) {
    const auto words = words_of(row);
    if (is_skipped(words)) return;
    const Line line{file, number, "query Q0 document rank score tag"};
    if (words.size() != 6) line.fail(std::to_string(words.size()) + " words");
    const auto score = parse_real(words[4]);
    if (!score) line.fail("score " + in_quotes(words[4]) + " is not a number");
    const std::size_t place = run.place_of(words[0]);
    if (place == seen.size()) seen.emplace_back();
    if (!seen[place].insert(std::string(words[2])).second)
      line.fail("query " + in_quotes(words[0]) + " has document " +
                in_quotes(words[2]) + " twice");
    run.queries[place].documents.push_back({std::string(words[2]), *score});
  });
  if (run.queries.empty()) throw DataError(file + ": holds no ranking");
  return std::move(run.queries);
}

JudgedQueries parse_judgements(std::string_view text, const std::string& file) {
  ByName<JudgedQuery> judged;
  bool is_first = true;
  bool is_beir = false;
  for_each_line(text, [&](std::string_view row, std::size_t number) {
    const auto words = words_of(row);
    if (is_skipped(words)) return;
    const bool is_head = is_first && is_beir_head(words);
    is_first = false;
    is_beir |= is_head;
    if (is_head) return;
    const Line line{
        file, number,
        is_beir ? "query document grade" : "query iteration document grade"};
    const std::size_t expected = is_beir ? 3 : 4;
    if (words.size() != expected)
      line.fail(std::to_string(words.size()) + " words");
    const std::string_view document = words[expected - 2];
    const std::uint8_t grade = grade_of(words[expected - 1], line);
    auto& documents = judged.queries[judged.place_of(words[0])].documents;
    if (!documents.emplace(document, grade).second)
      line.fail("query " + in_quotes(words[0]) + " and document " +
                in_quotes(document) + " were judged above");
  });
  if (judged.queries.empty()) throw DataError(file + ": has no judgements");
  return std::move(judged.queries);
}

JudgedQueries parse_labels(std::string_view text, const std::string& file) {
  LetorReader reader(ReturningQueries::kMerge);
  reader.begin_file(file);
  for_each_line(text, [&](std::string_view line, std::size_t) {
    reader.feed(without_features(line) + "\n");
  });
  reader.end_file();
  const Dataset data = reader.take(1, 1);
  JudgedQueries judged;
  for (Index query = 0; query < data.queries(); ++query) {
    judged.push_back({std::string(data.query_name(query)), {}});
    const auto labels = data.labels_of(query);
    const auto names = document_names(data, query);
    for (std::size_t i = 0; i < names.size(); ++i)
      if (const std::string& name = names[i];
          !judged.back().documents.emplace(name, labels[i]).second)
        throw DataError(file + ": query " + in_quotes(judged.back().name) +
                        " has document " + in_quotes(name) + " twice");
  }
  return judged;
}

TextKind kind_of(std::string_view text) {
  text = without_mark(text);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto words =
        words_of(text.substr(0, std::min<std::size_t>(end, 4096)));
    if (!is_skipped(words) && words[0] != "\r") {
      if (words[0].starts_with('{')) return TextKind::kJson;
      if (words.size() > 1 && words[1].starts_with("qid:"))
        return TextKind::kLetor;
      return words.size() == 6                          ? TextKind::kRun
             : words.size() == 4 || is_beir_head(words) ? TextKind::kJudgements
                                                        : TextKind::kOther;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return TextKind::kOther;
}

JudgedQueries parse_judged(std::string_view text, const std::string& file) {
  return kind_of(text) == TextKind::kLetor ? parse_labels(text, file)
                                           : parse_judgements(text, file);
}

void append_run(std::string& text, const Ranking& ranking,
                std::string_view tag) {
  std::size_t rank = 0;
  for (const Index place : ranking.order) {
    text += ranking.query;
    text += " Q0 ";
    text += ranking.documents[static_cast<std::size_t>(place)];
    text += ' ';
    text += std::to_string(++rank);
    text += ' ';
    text += exact(ranking.scores(place));
    text += ' ';
    text += tag;
    text += '\n';
  }
}

}  // namespace fedltr
