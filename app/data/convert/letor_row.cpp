#include "app/data/convert/letor_row.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "algorithms/data/letor_hints.hpp"
#include "algorithms/data/letor_words.hpp"
#include "algorithms/data/lines.hpp"

namespace fedltr {
namespace {

bool is_word(std::string_view name) {
  return std::ranges::none_of(
      name, [](unsigned char c) { return c <= ' ' || c == 127 || c == '#'; });
}

constexpr const char* kNoWord =
    " is no name of one word without '#'; data convert --quote-names makes it "
    "one";

}  // namespace

void Place::fail(const std::string& what) const {
  throw DataError((line > 0 ? at_line(file, line) : file + ": ") + what);
}

std::optional<double> feature_value(std::string_view word,
                                    const MissingValues& missing) {
  constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
  if (word.empty() || missing.hold_word(word)) return kMissing;
  double value = 0;
  const std::string_view digits = without_plus(word);
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool whole = end == digits.data() + digits.size();
  if (whole && error == std::errc()) return value;
  if (whole && error == std::errc::result_out_of_range)
    return beyond_range(digits);
  return std::nullopt;
}

double parse_feature(std::string_view word, std::string_view feature,
                     const MissingValues& missing, const Place& place) {
  const auto value = feature_value(word, missing);
  if (!value || word.empty())
    place.fail("value " + in_quotes(word) + " of feature " +
               in_quotes(feature) + " is not a number" +
               (can_mark_missing(word)
                    ? "; --missing " + in_quotes(word) + " reads it as missing"
                    : ""));
  return *value;
}

double usual_value(double value, std::uint32_t index, std::string_view feature,
                   const MissingValues& missing, const Place& place,
                   LetorNotes& notes) {
  if (missing.hold(value)) {
    notes.of(index) += {1, is_largest_mark(value) ? 1 : 0, 0, 0};
    return missing.read_as;
  }
  if (std::isinf(value))
    place.fail(not_finite(value > 0 ? "inf" : "-inf", feature));
  return value;
}

void require_words(const LetorRow& row) {
  if (row.query.empty()) row.place.fail("a row without a name of its query");
  if (!is_word(row.query))
    row.place.fail("query " + in_quotes(row.query) + kNoWord);
  if (!is_word(row.document))
    row.place.fail("document " + in_quotes(row.document) + kNoWord);
}

void RowCounter::add(const LetorRow& row) {
  require_words(row);
  if (documents_ == 0 || row.query != query_) {
    if (!names_.insert(row.query).second)
      row.place.fail(
          "query " + in_quotes(row.query) +
          " recurs after other queries; data convert --merge joins its rows");
    end_query();
    query_ = row.query;
  }
  ++documents_;
  ++counts_.documents;
  counts_.named += row.document.empty() ? 0 : 1;
  if (row.label != LetorRow::kNoLabel)
    ++counts_.labels[static_cast<std::size_t>(row.label)];
  if (!row.features.empty())
    counts_.features = std::max(counts_.features, row.features.back().index);
}

void RowCounter::end_query() {
  if (documents_ == 0) return;
  counts_.shortest = counts_.queries == 0
                         ? documents_
                         : std::min(counts_.shortest, documents_);
  counts_.longest = std::max(counts_.longest, documents_);
  ++counts_.queries;
  documents_ = 0;
}

RowCounts RowCounter::take() {
  end_query();
  return counts_;
}

}  // namespace fedltr
