#include "algorithms/data/letor_hints.hpp"

#include "algorithms/data/letor_words.hpp"
#include "algorithms/data/lines.hpp"

namespace fedltr {

namespace {

constexpr const char* kTableHint =
    "; fedltr data convert FILE --from csv reads tables";

/// True for values behind tabs, without indices.
bool is_tab_separated(std::string_view rest) {
  return rest.find('\t') != std::string_view::npos &&
         rest.find(':') == std::string_view::npos;
}

bool is_digits(std::string_view word) {
  return word.find_first_not_of("0123456789") == word.npos;
}

}  // namespace

std::string trec_hint(std::string_view rest) {
  const auto words = words_of(rest);
  if (words.size() == 5 && words[0] == "Q0")
    return "; it looks like a TREC run, which fedltr eval RUN QRELS scores";
  if (words.size() == 4 && words[0] == "Q0")
    return "; it looks like a TREC run without its last column, a name of the "
           "run, with which fedltr eval RUN QRELS scores it";
  if (words.size() >= 2 && words[0] == "corpus-id")
    return "; it looks like judgements of BEIR, which fedltr eval RUN QRELS "
           "reads";
  if (words.size() == 2 && rest.find(':') == rest.npos && is_digits(words[1]))
    return "; it looks like a run of MS MARCO or judgements of BEIR, which "
           "fedltr eval RUN QRELS reads (a table: fedltr data convert FILE "
           "--from csv)";
  const bool has_iteration =
      words.size() == 3 && (words[0] == "0" || words[0] == "Q0");
  return has_iteration
             ? "; it looks like TREC's judgements, which fedltr eval RUN QRELS "
               "reads"
             : "";
}

std::string hint_for_label(std::string_view word, std::string_view rest) {
  if (is_pair_of_numbers(word)) return std::string(kWeightHint);
  if (word.starts_with('{') || word.starts_with('['))
    return "; the file looks like JSON, such as a model or a log, where rows "
           "are expected";
  if (word.find("\xC2\xA0") != std::string_view::npos)
    return "; it has a no-break space (U+00A0) where a blank is expected";
  const bool is_table = word.find_first_of(",;|") != std::string_view::npos ||
                        is_tab_separated(rest);
  if (std::string trec = trec_hint(rest); !trec.empty()) return trec;
  skip_blanks(rest);
  if (!is_table)
    return rest.starts_with("qid:")
               ? "; fedltr data convert FILE --from letor --labels "
                 "map=WORD:GRADE,... makes grades of words"
               : "";
  const auto names = [&](const char* column) {
    return word.find(column) != std::string_view::npos ||
           rest.find(column) != std::string_view::npos;
  };
  const bool is_log = names("click") && !names("label");  // not of features
  return is_log ? "; fedltr data convert FILE --from clicks reads click logs, "
                  "and so does data.log in a scenario"
                : kTableHint;
}

bool can_mark_missing(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  return !text.empty() && text.find_first_of(",'") == text.npos &&
         kBlanks.find(text.front()) == kBlanks.npos &&
         kBlanks.find(text.back()) == kBlanks.npos &&
         in_quotes(text) == "'" + std::string(text) + "'";
}

std::string hint_for_value(std::string_view text) {
  return can_mark_missing(text) ? "; fedltr data convert FILE --missing " +
                                      in_quotes(text) + " reads it as missing"
                                : "";
}

namespace {

/// True for `index:value`, a feature where a query is expected.
bool is_feature(std::string_view word) {
  const std::size_t colon = word.find(':');
  return colon != std::string_view::npos && colon > 0 &&
         is_digits(word.substr(0, colon));
}

}  // namespace

std::string hint_for_query(std::string_view word, std::string_view rest) {
  if (is_feature(word))
    return "; fedltr data convert FILE --from lightgbm reads rows without qid";
  if (std::string trec = trec_hint(rest); !trec.empty()) return trec;
  return is_tab_separated(rest) ? kTableHint : "";
}

}  // namespace fedltr
