#include "app/data/convert/label_rule.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>

#include "algorithms/data/csv_reader.hpp"
#include "algorithms/data/letor.hpp"
#include "algorithms/data/letor_words.hpp"
#include "algorithms/data/lines.hpp"
#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/data/convert/letor_row.hpp"

namespace fedltr {
namespace {

constexpr std::string_view kMapWord = "map=";
constexpr std::string_view kBinsWord = "bins=";

/// Parses a finite number, with a sign or without.
std::optional<double> number_of_label(std::string_view word) {
  const bool plus = word.size() > 1 && word[0] == '+' && word[1] != '-';
  if (plus) word.remove_prefix(1);
  double label = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, label);
  if (error != std::errc() || stop != end || !std::isfinite(label))
    return std::nullopt;
  return label == 0 ? 0 : label;  // no -0
}

bool is_grade(double label) {
  return label >= 0 && label <= kLargestLabel && label == std::floor(label);
}

[[noreturn]] void fail_rule(const std::string& text, const std::string& why) {
  throw UsageError("--labels " + text + ": " + why +
                   "; expected map=OLD:NEW,... with grades 0 to " +
                   std::to_string(kLargestLabel) +
                   " or drop, bins=BOUND,... ascending, or clip");
}

/// Returns the pairs of a map, of which quotes hold one with a comma.
std::vector<std::string> pairs_in(const std::string& text) try {
  std::vector<std::string> pairs;
  CsvReader reader("", [&](std::span<const std::string> values, std::size_t) {
    pairs.insert(pairs.end(), values.begin(), values.end());
  });
  reader.feed(text.substr(kMapWord.size()));
  reader.end();
  return pairs;
} catch (const DataError&) {
  fail_rule(text,
            "has unequal quotes, expected \"OLD:NEW\" around a whole pair");
}

LabelRule map_rule(const std::string& text) {
  LabelRule rule{.kind = LabelRule::Kind::kMap};
  for (const std::string& pair : pairs_in(text)) {
    const std::size_t colon = pair.rfind(':');
    if (colon == std::string::npos)
      fail_rule(text, "'" + pair +
                          "' has no ':'; quotes hold a word with a comma: "
                          "map=\"Very, good:3\"");
    const std::string word = label_word(pair.substr(0, colon));
    const std::string grade = trim(pair.substr(colon + 1));
    const auto number = parse_whole(grade);
    const bool drops = grade == "drop";
    if (!drops && (!number || *number > kLargestLabel))
      fail_rule(text, "'" + pair + "' is no label and its grade");
    const auto to =
        drops ? std::nullopt : std::optional(static_cast<int>(number.value()));
    const auto label = number_of_label(word);
    const bool is_new = label ? rule.map.emplace(*label, to).second
                              : rule.words.emplace(word, to).second;
    if (!is_new) fail_rule(text, "label " + in_quotes(word) + " occurs twice");
  }
  if (rule.map.empty() && rule.words.empty()) fail_rule(text, "maps nothing");
  return rule;
}

LabelRule bins_rule(const std::string& text) {
  LabelRule rule{.kind = LabelRule::Kind::kBins};
  for (const std::string& word : split(text.substr(kBinsWord.size()), ',')) {
    const auto bound = number_of_label(trim(word));
    if (!bound) fail_rule(text, "'" + word + "' is no number");
    if (!rule.bounds.empty() && *bound <= rule.bounds.back())
      fail_rule(text, "bounds must ascend");
    rule.bounds.push_back(*bound);
  }
  if (rule.bounds.empty() || rule.bounds.size() > kLargestLabel)
    fail_rule(text,
              "expected 1 to " + std::to_string(kLargestLabel) + " bounds");
  return rule;
}

}  // namespace

std::string label_word(std::string_view text) {
  const std::string word = trim(text);
  if (word == "true" || word == "TRUE") return "True";
  return word == "false" || word == "FALSE" ? "False" : word;
}

bool is_label_rule(std::string_view text) {
  return text == "clip" || text.starts_with(kMapWord) ||
         text.starts_with(kBinsWord);
}

LabelRule parse_label_rule(const std::string& text) {
  if (text.starts_with(kMapWord)) return map_rule(text);
  if (text.starts_with(kBinsWord)) return bins_rule(text);
  if (text == "clip") return {.kind = LabelRule::Kind::kClip};
  fail_rule(text, "is no rule");
}

void LabelCounts::add(double label, std::optional<int> grade) {
  Range& range = by_grade_[grade];
  range.least = range.count == 0 ? label : std::min(range.least, label);
  range.most = range.count == 0 ? label : std::max(range.most, label);
  ++range.count;
  if (by_label_.size() <= kMostListed) ++by_label_[{label, grade}];
}

void LabelCounts::add(std::string_view word, std::optional<int> grade) {
  ++by_word_[{std::string(word), grade}];
}

std::vector<std::string> LabelCounts::words_without_rows(
    const LabelRule& rule) const {
  std::vector<std::string> words;
  for (const auto& [word, grade] : rule.words)
    if (!by_word_.contains({word, grade})) words.push_back(word);
  std::ranges::sort(words);
  return words;
}

std::string LabelCounts::text() const {
  std::vector<std::string> parts;
  const auto add_part = [&](const std::string& labels, std::optional<int> grade,
                            std::uint64_t count) {
    parts.push_back(labels +
                    (grade ? " -> " + std::to_string(*grade) : " left out") +
                    ": " + with_commas(count));
  };
  if (by_label_.size() <= kMostListed) {
    for (const auto& [pair, count] : by_label_)
      add_part(exact(pair.first), pair.second, count);
  } else {
    for (const auto& [grade, range] : by_grade_)
      add_part(range.least == range.most
                   ? exact(range.least)
                   : exact(range.least) + " to " + exact(range.most),
               grade, range.count);
  }
  for (const auto& [pair, count] : by_word_)
    add_part(in_quotes(pair.first), pair.second, count);
  return join(parts, ", ");
}

namespace {

/// Returns the options that help with a label that is no number.
std::string hint_for_no_number(std::string_view word, LabelsOf of) {
  const bool is_row = of == LabelsOf::kRows;
  if (is_row && is_pair_of_numbers(word)) return std::string(kWeightHint);
  if (!word.empty())
    return "; --labels map=WORD:GRADE,... makes grades of words";
  return is_row ? "; --unlabelled reads rows without labels, --labels "
                  "map=:drop leaves such rows out"
                : "; --labels map=:drop leaves such judgements out";
}

}  // namespace

std::optional<int> grade_of_label(std::string_view word, const LabelRule& rule,
                                  const Place& place, LabelCounts& counts,
                                  LabelsOf of) {
  using Kind = LabelRule::Kind;
  const std::string named = rule.words.empty() ? "" : label_word(word);
  if (const auto found = rule.words.find(named); found != rule.words.end()) {
    counts.add(named, found->second);
    return found->second;
  }
  const auto number = number_of_label(word);
  if (!number)
    place.fail("label " + in_quotes(word) + " is not a number" +
               hint_for_no_number(word, of));
  double label = *number;
  std::optional<int> grade;
  bool is_left_out = false;
  if (rule.kind == Kind::kBins) {
    label = static_cast<double>(std::ranges::upper_bound(rule.bounds, label) -
                                rule.bounds.begin());
  } else if (rule.kind == Kind::kClip) {
    label = std::clamp(label, 0.0, static_cast<double>(kLargestLabel));
  } else if (const auto found = rule.map.find(label); found != rule.map.end()) {
    is_left_out = !found->second;
    label = found->second.value_or(0);
  }
  if (!is_grade(label))
    place.fail("label " + in_quotes(word) +
               " is not a grade, expected an integer 0 to " +
               std::to_string(kLargestLabel) +
               "; --labels map=OLD:NEW,..., bins=BOUND,... or clip makes "
               "grades of others");
  if (!is_left_out) grade = static_cast<int>(label);
  if (rule.kind != Kind::kGrades) counts.add(*number, grade);
  return grade;
}

}  // namespace fedltr
