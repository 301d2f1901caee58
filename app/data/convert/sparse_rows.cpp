#include "app/data/convert/sparse_rows.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "algorithms/data/letor_words.hpp"
#include "algorithms/data/lines.hpp"
#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/data/convert/click_log.hpp"
#include "app/data/convert/each_line.hpp"
#include "app/data/convert/group_sizes.hpp"
#include "app/data/letor_input.hpp"

namespace fedltr {
namespace {

constexpr std::string_view kQuery = "qid:";

/// Reads the rows of several files, in order.
class SparseReader {
 public:
  SparseReader(const ConvertInput& input, std::uint32_t first,
               const VisitRow& visit, InputNotes& notes)
      : input_(input), first_(first), visit_(visit), notes_(notes) {
    notes_.first_seen = false;
    if (input.unlabelled) row_.label = LetorRow::kNoLabel;
  }

  /// Returns the query of the next row; nullopt: the row is to be ignored.
  using NextQuery = std::function<std::optional<std::string>(const Place&)>;

  /// @param next_query  for rows without qid; may be empty
  void read(const std::string& file, NextQuery next_query = {}) {
    row_.place.file = shown_path(file);
    next_query_ = std::move(next_query);
    each_line(file, [&](std::string_view line, std::size_t number) {
      row_.place.line = number;
      take(line);
    });
  }

 private:
  void take(std::string_view line) {
    const std::size_t hash = line.find('#');
    std::string_view rest = line.substr(0, hash);
    skip_blanks(rest);
    if (rest.empty()) return;
    const std::string_view label = take_label(rest);
    if (!take_query(rest)) return;
    if (input_.wanted && !input_.wanted->contains(row_.query)) {
      add_example(notes_.unwanted, row_.query);
      return;
    }
    if (!input_.unlabelled) {
      const auto grade =
          grade_of_label(label, input_.label_rule, row_.place, notes_.labels);
      if (!grade) return;
      row_.label = *grade;
    }
    row_.features.clear();
    for (auto word = take_word(rest); !word.empty(); word = take_word(rest))
      take_feature(word);
    put_in_order();
    row_.document = hash == std::string_view::npos
                        ? ""
                        : document_in_comment(line.substr(hash + 1));
    visit_(row_);
  }

  /// Takes the first word, which is no feature and no query.
  std::string_view take_label(std::string_view& rest) {
    const bool is_absent =
        rest.starts_with(kQuery) ||
        (input_.unlabelled && next_query_ &&
         rest.substr(0, rest.find_first_of(" \t")).find(':') != rest.npos);
    const bool maps_blanks = input_.label_rule.words.contains("");
    if (is_absent && !input_.unlabelled && !maps_blanks)
      row_.place.fail(
          "a row without a label; --unlabelled reads such rows, for fedltr "
          "rank, and --labels map=:drop leaves them out");
    if (is_absent) return "";
    const std::string_view word = take_word(rest);
    if (input_.unlabelled && !input_.ignores_labels)
      row_.place.fail(
          "a row that does not begin with qid:, although "
          "--unlabelled; it begins with " +
          in_quotes(word));
    return word;
  }

  /// Returns false if the row is to be ignored.
  bool take_query(std::string_view& rest) {
    skip_blanks(rest);
    if (rest.starts_with(kQuery)) {
      if (next_query_)
        row_.place.fail(
            "a row with qid:, although a second file names its query");
      row_.query = take_word(rest).substr(kQuery.size());
      return true;
    }
    if (!next_query_)
      row_.place.fail(
          "a row without qid: the candidates of each query are unknown; "
          "group sizes are read with --from lightgbm from FILE.query, "
          "FILE.group or --groups FILE, queries of rows from --query-ids FILE");
    auto query = next_query_(row_.place);
    if (query) row_.query = std::move(*query);
    return query.has_value();
  }

  void take_feature(std::string_view word) {
    std::uint32_t index = 0;
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, index);
    if (error != std::errc() || stop == end || *stop != ':')
      row_.place.fail("expected '<index>:<value>', got " + in_quotes(word));
    if (index < first_)
      row_.place.fail(
          "feature index 0, where they count from 1; use --first-index 0 if "
          "they count from 0, for this file and all that belong to it");
    if (index - first_ >= kLargestFeatureId)
      row_.place.fail("feature index " + std::to_string(index) +
                      " is above the largest allowed, " +
                      std::to_string(kLargestFeatureId - 1 + first_));
    notes_.first_seen |= index == first_;
    const std::string_view name = word.substr(0, stop - word.data());
    const double value =
        parse_feature({stop + 1, end}, name, input_.missing, row_.place);
    index = index - first_ + 1;
    row_.features.push_back(
        {index, usual_value(value, index, name, input_.missing, row_.place,
                            notes_.values)});
  }

  void put_in_order() {
    auto& all = row_.features;
    if (!std::ranges::is_sorted(all, {}, &LetorRow::Feature::index))
      std::ranges::stable_sort(all, {}, &LetorRow::Feature::index);
    const auto twice =
        std::ranges::adjacent_find(all, {}, &LetorRow::Feature::index);
    if (twice == all.end()) return;
    if (input_.duplicates == Duplicates::kRefuse)
      row_.place.fail("feature " + std::to_string(twice->index - 1 + first_) +
                      " occurs twice in the row; --duplicates last or sum "
                      "chooses its value");
    join_duplicates();
  }

  void join_duplicates() {
    std::vector<LetorRow::Feature> joined;
    for (const LetorRow::Feature& each : row_.features) {
      if (joined.empty() || joined.back().index != each.index) {
        joined.push_back(each);
        continue;
      }
      ++notes_.duplicates;
      double& value = joined.back().value;
      value = input_.duplicates == Duplicates::kSum ? value + each.value
                                                    : each.value;
      if (!std::isfinite(value))
        row_.place.fail("the sum of the values of feature " +
                        std::to_string(each.index - 1 + first_) +
                        " is not finite");
    }
    row_.features.swap(joined);
  }

  const ConvertInput& input_;
  std::uint32_t first_;
  const VisitRow& visit_;
  InputNotes& notes_;
  NextQuery next_query_;
  LetorRow row_;
};

}  // namespace

void read_letor_rows(const ConvertInput& input, const VisitRow& visit,
                     InputNotes& notes) {
  SparseReader reader(input, input.first_index.value_or(1), visit, notes);
  for (const std::string& file : input.files) reader.read(file);
  notes.first_seen = true;  // always: LETOR's count from 1
}

void read_grouped_rows(const ConvertInput& input, const VisitRow& visit,
                       InputNotes& notes) {
  SparseReader reader(input, input.first_index.value_or(0), visit, notes);
  SecondFile queries(input);
  for (const std::string& file : input.files) note_companions(file, notes);
  for (const std::string& file : input.files) {
    if (!queries.begin(file)) {
      reader.read(file);
      continue;
    }
    reader.read(file,
                [&](const Place& row) { return queries.query_of_next(row); });
    queries.end(shown_path(file));
  }
}

SparseKind sparse_kind(std::string_view line) {
  line = line.substr(0, line.find('#'));
  const std::string_view label = take_word(line);
  if (label.starts_with(kQuery)) return SparseKind::kWithQuery;
  const std::string_view word = take_word(line);
  if (word.starts_with(kQuery)) return SparseKind::kWithQuery;
  double number = 0;
  const char* const end = label.data() + label.size();
  const auto [stop, error] = std::from_chars(label.data(), end, number);
  if (label.empty() || error != std::errc() || stop != end)
    return SparseKind::kNone;
  const std::size_t colon = word.find(':');
  const bool indexed = colon != std::string_view::npos && colon > 0 &&
                       word.substr(0, colon).find_first_not_of("0123456789") ==
                           std::string_view::npos;
  return indexed ? SparseKind::kWithoutQuery : SparseKind::kNone;
}

}  // namespace fedltr
