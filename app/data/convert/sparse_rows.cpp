#include "app/data/convert/sparse_rows.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "algorithms/data/lines.hpp"
#include "app/base/errors.hpp"
#include "app/data/convert/each_line.hpp"
#include "app/data/convert/group_sizes.hpp"
#include "app/data/letor_input.hpp"

namespace fedltr {
namespace {

constexpr std::string_view kQuery = "qid:";

/// Returns the document that a comment names, or "".
std::string_view document_of(std::string_view comment) {
  skip_blanks(comment);
  std::string_view rest = comment;
  if (rest.starts_with("docid")) {
    rest.remove_prefix(5);
    skip_blanks(rest);
    if (rest.starts_with('=')) {
      rest.remove_prefix(1);
      return take_word(rest);
    }
  }
  const std::string_view word = take_word(comment);
  return take_word(comment).empty() ? word : "";
}

/// Reads the rows of several files, in order.
class SparseReader {
 public:
  SparseReader(const ConvertInput& input, std::uint32_t first,
               const VisitRow& visit, InputNotes& notes)
      : input_(input), first_(first), visit_(visit), notes_(notes) {
    notes_.first_seen = false;
  }

  /// @param groups  queries of rows without qid, or nullptr
  void read(const std::string& file, GroupSizes* groups) {
    row_.place.file = shown_path(file);
    groups_ = groups;
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
    const std::string_view label = take_word(rest);
    take_query(rest);
    if (input_.wanted && !input_.wanted->contains(row_.query)) {
      note_unwanted();
      return;
    }
    row_.label = parse_label(label, row_.place);
    row_.features.clear();
    for (auto word = take_word(rest); !word.empty(); word = take_word(rest))
      take_feature(word);
    put_in_order();
    row_.document = hash == std::string_view::npos
                        ? ""
                        : document_of(line.substr(hash + 1));
    visit_(row_);
  }

  void take_query(std::string_view& rest) {
    skip_blanks(rest);
    if (rest.starts_with(kQuery)) {
      if (groups_ != nullptr)
        row_.place.fail(
            "a row with qid:, although a file of groups names its query");
      row_.query = take_word(rest).substr(kQuery.size());
    } else if (groups_ != nullptr) {
      row_.query = groups_->query_of_next(row_.place);
    } else {
      row_.place.fail(
          "a row without qid: the candidates of each query are unknown; "
          "group sizes are read with --from lightgbm from "
          "FILE.query, FILE.group or --groups FILE");
    }
  }

  void note_unwanted() {
    if (notes_.unwanted.size() < kMostExamples &&
        std::ranges::count(notes_.unwanted, row_.query) == 0)
      notes_.unwanted.push_back(row_.query);
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
          "they count from 0");
    if (index - first_ >= kLargestFeatureId)
      row_.place.fail("feature index " + std::to_string(index) +
                      " is above the largest allowed, " +
                      std::to_string(kLargestFeatureId - 1 + first_));
    notes_.first_seen |= index == first_;
    const std::string_view name = word.substr(0, stop - word.data());
    const double value = parse_feature({stop + 1, end}, name, row_.place);
    if (std::isnan(value)) ++notes_.missing;
    row_.features.push_back(
        {index - first_ + 1, std::isnan(value) ? 0 : value});
  }

  void put_in_order() {
    auto& all = row_.features;
    std::ranges::sort(all, {}, &LetorRow::Feature::index);
    const auto twice =
        std::ranges::adjacent_find(all, {}, &LetorRow::Feature::index);
    if (twice != all.end())
      row_.place.fail("feature " + std::to_string(twice->index - 1 + first_) +
                      " occurs twice in the row");
  }

  const ConvertInput& input_;
  std::uint32_t first_;
  const VisitRow& visit_;
  InputNotes& notes_;
  GroupSizes* groups_ = nullptr;
  LetorRow row_;
};

}  // namespace

void read_letor_rows(const ConvertInput& input, const VisitRow& visit,
                     InputNotes& notes) {
  SparseReader reader(input, input.first_index.value_or(1), visit, notes);
  for (const std::string& file : input.files) reader.read(file, nullptr);
  notes.first_seen = true;  // always: LETOR's count from 1
}

void read_grouped_rows(const ConvertInput& input, const VisitRow& visit,
                       InputNotes& notes) {
  SparseReader reader(input, input.first_index.value_or(0), visit, notes);
  if (!input.groups.empty() && input.files.size() > 1)
    throw UsageError("--groups " + input.groups +
                     ": is of one file of rows; beside several each has its "
                     "own, FILE.query or FILE.group");
  GroupSizes groups;
  for (const std::string& file : input.files) {
    const auto beside = input.groups.empty() ? find_group_sizes(file)
                                             : std::optional(input.groups);
    if (beside) groups.begin(*beside, read_group_sizes(*beside));
    reader.read(file, beside ? &groups : nullptr);
    if (beside) groups.end(shown_path(file));
  }
}

SparseKind sparse_kind(std::string_view line) {
  line = line.substr(0, line.find('#'));
  const std::string_view label = take_word(line);
  double number = 0;
  const char* const end = label.data() + label.size();
  const auto [stop, error] = std::from_chars(label.data(), end, number);
  if (label.empty() || error != std::errc() || stop != end)
    return SparseKind::kNone;
  const std::string_view word = take_word(line);
  if (word.starts_with(kQuery)) return SparseKind::kWithQuery;
  const std::size_t colon = word.find(':');
  const bool indexed = colon != std::string_view::npos && colon > 0 &&
                       word.substr(0, colon).find_first_not_of("0123456789") ==
                           std::string_view::npos;
  return indexed ? SparseKind::kWithoutQuery : SparseKind::kNone;
}

}  // namespace fedltr
