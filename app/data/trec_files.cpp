#include "app/data/trec_files.hpp"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>
#include <spdlog/spdlog.h>

#include "algorithms/core/hash.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/data/letor.hpp"
#include "algorithms/data/letor_stream.hpp"
#include "algorithms/data/letor_words.hpp"
#include "algorithms/data/lines.hpp"
#include "algorithms/text/readers.hpp"
#include "app/base/text.hpp"
#include "app/data/convert/csv_columns.hpp"
#include "app/data/convert/letor_row.hpp"

namespace fedltr {
namespace {

constexpr std::string_view kQid = "qid:";

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

/// By name: JSON in the order of its members is slow for many.
using NamedJson = nlohmann::json;

/// Returns {query: {document: value}} with such values only; a discarded value
/// for other text.
template <class IsValue>
NamedJson values_by_query(std::string_view text, const IsValue& is_value) {
  NamedJson json(NamedJson::value_t::discarded);
  if (kind_of(text) != TextKind::kJson) return json;
  json = NamedJson::parse(without_mark(text), nullptr, false);
  const auto has_values = [&](const NamedJson& query) {
    return query.is_object() && std::ranges::all_of(query, is_value);
  };
  const bool is_run = json.is_object() && !json.empty() &&
                      std::ranges::all_of(json, has_values);
  return is_run ? json : NamedJson(NamedJson::value_t::discarded);
}

bool is_score(const NamedJson& value) {
  return value.is_number() && std::isfinite(value.get<double>());
}

bool is_label(const NamedJson& value) {
  return value.is_primitive();
}

/// Returns the hint on a first line that is no ranking.
std::string hint_for_head(const Line& line) {
  return line.number == 1
             ? " (a first line that names columns has to be left out)"
             : "";
}

/// Returns the document of a line of MS MARCO, `query document rank`, or of
/// TREC.
RankedDocument document_of(const std::vector<std::string_view>& words,
                           const Line& line) {
  if (words.size() == 3) {
    const auto rank = parse_whole(words[2]);
    if (!rank)
      line.fail("rank " + in_quotes(words[2]) + " is not an integer" +
                (parse_real(words[2]) ? " (scores need TREC's six columns)"
                                      : hint_for_head(line)));
    return {std::string(words[1]), -static_cast<double>(*rank)};
  }
  const auto score = parse_real(words[4]);
  if (!score)
    line.fail("score " + in_quotes(words[4]) + " is not a number" +
              hint_for_head(line));
  return {std::string(words[2]), *score};
}

bool has_rule(const JudgedGrades* grades) {
  return grades != nullptr && grades->rule.kind != LabelRule::Kind::kGrades;
}

/// Returns the grade of a label in judgements; nullopt to leave it out.
/// @param expected  form of the line
/// @throws DataError  naming the option that helps
std::optional<double> judged_grade(std::string_view label, JudgedGrades* grades,
                                   const Place& place, const char* expected) {
  if (has_rule(grades)) {
    const auto made = grade_of_label(label, grades->rule, place, grades->counts,
                                     LabelsOf::kJudgements);
    grades->left_out += made ? 0 : 1;
    return made;
  }
  const auto grade = parse_real(label);
  if (!grade)
    place.fail(in_quotes(label) + " is not a grade; expected " + expected +
               "; --labels map=WORD:GRADE,... makes grades of words");
  return grade;
}

/// Queries of which a rule left rows out.
using CutQueries = TextSet<>;

/// Returns label, query and comment of a LETOR row; empty to leave it out.
std::string without_features(std::string_view line, JudgedGrades* grades,
                             const Place& place, CutQueries& cut) {
  const std::size_t hash = std::min(line.find('#'), line.size());
  const auto words = words_of(line.substr(0, hash));
  if (words.empty()) return "";
  std::string label(words[0]);
  if (has_rule(grades)) {
    const auto grade = judged_grade(label, grades, place, "a grade");
    if (!grade && words.size() > 1)
      cut.emplace(words[1].substr(std::min(kQid.size(), words[1].size())));
    if (!grade) return "";
    label = exact(*grade);
  } else if (words.size() > 1 && words[1].starts_with(kQid) &&
             label.find(':') == label.npos &&
             !parse_real(without_plus(label))) {
    judged_grade(label, grades, place, "an integer");  // names --labels
  }
  if (words.size() > 1) label += " " + std::string(words[1]) + " ";
  return label + std::string(line.substr(hash));
}

}  // namespace

RankedRun parse_run(std::string_view text, const std::string& file) {
  ByName<RankedQuery> run;
  if (const NamedJson json = values_by_query(text, is_score);
      !json.is_discarded()) {
    for (const auto& [query, documents] : json.items())
      for (const auto& [document, score] : documents.items())
        run.queries[run.place_of(query)].documents.push_back(
            {document, score.get<double>()});
    return std::move(run.queries);
  }
  std::vector<TextSet<>> seen;
  std::size_t expected = 0;
  for_each_line(text, [&](std::string_view row, std::size_t number) {
    const auto words = words_of(row);
    if (is_skipped(words)) return;
    if (expected == 0) expected = words.size() == 3 ? 3 : 6;
    const Line line{file, number,
                    expected == 3 ? "query document rank"
                                  : "query Q0 document rank score tag"};
    if (words.size() != expected)
      line.fail(counted_words(row) +
                (words.size() == 5 && words[1] == "Q0"
                     ? " (the last column, a name of the run, is missing)"
                     : ""));
    RankedDocument document = document_of(words, line);
    const std::size_t place = run.place_of(words[0]);
    if (place == seen.size()) seen.emplace_back();
    if (!seen[place].insert(document.name).second)
      line.fail("query " + in_quotes(words[0]) + " has document " +
                in_quotes(document.name) + " twice");
    run.queries[place].documents.push_back(std::move(document));
  });
  if (run.queries.empty()) throw DataError(file + ": holds no ranking");
  return std::move(run.queries);
}

namespace {

/// Adds judgements in JSON.
void add_judgements(const NamedJson& json, const std::string& file,
                    JudgedGrades* grades, ByName<JudgedQuery>& judged) {
  for (const auto& [query, documents] : json.items())
    for (const auto& [document, label] : documents.items())
      if (const auto grade =
              label.is_number() && !has_rule(grades)
                  ? label.get<double>()
                  : judged_grade(label.is_string() ? label.get<std::string>()
                                                   : label.dump(),
                                 grades,
                                 {file + ": query " + in_quotes(query) +
                                  ", document " + in_quotes(document)},
                                 "a number"))
        judged.queries[judged.place_of(query)].documents.emplace(document,
                                                                 *grade);
}

/// Adds judgements in the formats of JudgementLines.
void add_judgements(std::string_view text, const std::string& file,
                    JudgedGrades* grades, ByName<JudgedQuery>& judged) {
  Place place{file};
  bool is_head = false;  // of other names than BEIR's
  JudgementLines lines([&](std::string_view label, const char* expected) {
    if (is_head && !parse_real(label))
      place.fail(in_quotes(label) + " is not a grade; expected " + expected +
                 "; a header begins with query-id");
    return judged_grade(label, grades, place, expected);
  });
  std::size_t repeated = 0;
  for_each_line(text, [&](std::string_view row, std::size_t number) {
    const auto words = words_of(row);
    if (is_skipped(words)) return;
    is_head = place.line == 0 && is_query_name(words[0]);
    place.line = number;
    try {
      const auto each = lines.read(row);
      if (!each) return;
      auto& documents = judged.queries[judged.place_of(each->query)].documents;
      const auto [before, is_new] =
          documents.emplace(each->document, each->grade);
      require(is_new || before->second == each->grade,
              "query " + in_quotes(each->query) + " and document " +
                  in_quotes(each->document) + " were judged differently above");
      repeated += is_new ? 0 : 1;
    } catch (const std::invalid_argument& error) {
      throw DataError(at_line(file, number) + error.what());
    }
  });
  if (repeated > 0)
    spdlog::warn("{}: {} judgements occur more than once, with equal grades",
                 file, repeated);
}

}  // namespace

JudgedQueries parse_judgements(std::string_view text, const std::string& file,
                               JudgedGrades* grades) {
  const std::uint64_t left_out = grades ? grades->left_out : 0;
  ByName<JudgedQuery> judged;
  if (const NamedJson json = values_by_query(text, is_label);
      !json.is_discarded())
    add_judgements(json, file, grades, judged);
  else
    add_judgements(text, file, grades, judged);
  if (judged.queries.empty() && !(grades && grades->left_out > left_out))
    throw DataError(file + ": has no judgements");
  return std::move(judged.queries);
}

namespace {

/// Refuses rows without names, which are called by their place, in a query of
/// which rows are left out.
void require_names(const Dataset& data, Index query, const CutQueries& cut,
                   const std::string& file) {
  if (!cut.contains(data.query_name(query))) return;
  for (Index row = data.begin(query); row < data.end(query); ++row)
    if (data.document_names().empty() || data.document_names()[row].empty())
      throw DataError(file + ": --labels leaves rows of query " +
                      in_quotes(data.query_name(query)) +
                      " out, but others have no name and are called by their "
                      "place; name them by '# docid = NAME', or map the label "
                      "to a grade instead of drop");
}

}  // namespace

JudgedQueries parse_labels(std::string_view text, const std::string& file,
                           JudgedGrades* grades) {
  LetorReader reader(ReturningQueries::kMerge);
  reader.begin_file(file);
  CutQueries cut;
  bool is_empty = true;
  for_each_line(text, [&](std::string_view line, std::size_t number) {
    const std::string row = without_features(line, grades, {file, number}, cut);
    is_empty &= row.empty();
    reader.feed(row + "\n");
  });
  if (is_empty && !cut.empty()) return {};
  reader.end_file();
  const Dataset data = reader.take(1, 1);
  JudgedQueries judged;
  for (Index query = 0; query < data.queries(); ++query) {
    judged.push_back({std::string(data.query_name(query)), {}});
    require_names(data, query, cut, file);
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

namespace {

/// Returns the kind of a line of a run or of judgements; any other is kOther.
TextKind kind_of_words(const std::vector<std::string_view>& words) {
  const auto is_whole = [&](std::size_t place) {
    const auto number = parse_real(words[place]);
    return number && *number == std::floor(*number);
  };
  const bool has_q0 = words.size() > 1 && words[1] == "Q0";
  if (words.size() == 6)
    return has_q0 || (is_whole(3) && parse_real(words[4])) ? TextKind::kRun
                                                           : TextKind::kOther;
  return words[0] == "query-id" ||
                 (words.size() == 4 && (has_q0 || is_whole(3)))
             ? TextKind::kJudgements
             : TextKind::kOther;
}

}  // namespace

TextKind kind_of(std::string_view text) {
  text = without_mark(text);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, std::min<std::size_t>(end, 4096));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (const auto words = words_of(line); !is_skipped(words)) {
      if (words[0].starts_with('{')) return TextKind::kJson;
      if (words.size() > 1 && words[1].starts_with(kQid))
        return TextKind::kLetor;
      return kind_of_words(words);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return TextKind::kOther;
}

JudgedQueries parse_judged(std::string_view text, const std::string& file,
                           JudgedGrades* grades) {
  return kind_of(text) == TextKind::kLetor
             ? parse_labels(text, file, grades)
             : parse_judgements(text, file, grades);
}

bool is_json_run(std::string_view text) {
  return !values_by_query(text, is_score).is_discarded();
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
