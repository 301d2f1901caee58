#include "algorithms/data/letor.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <ostream>

#include "algorithms/core/large_pages.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/data/letor_hints.hpp"
#include "algorithms/data/letor_words.hpp"
#include "algorithms/data/lines.hpp"

namespace fedltr {
namespace {

/// The file of a larger set must hold at least 1 / kMaxSparsity of its numbers;
/// otherwise a small file with large indices would fill the memory.
constexpr std::size_t kSmallSet = std::size_t{1} << 27;  // 1 GiB of numbers
constexpr std::size_t kMaxSparsity = 100;

bool is_space(char c) {
  return c == ' ' || c == '\t';
}

}  // namespace

FeatureNotes& FeatureNotes::operator+=(const FeatureNotes& other) {
  missing += other.missing;
  marked += other.marked;
  large += other.large;
  if (std::abs(other.farthest) > std::abs(farthest)) farthest = other.farthest;
  return *this;
}

FeatureNotes& LetorNotes::of(std::uint32_t feature) {
  if (feature >= features.size()) features.resize(feature + 1);
  return features[feature];
}

Index LetorNotes::total(Index FeatureNotes::*count) const {
  Index total = 0;
  for (const FeatureNotes& each : features) total += each.*count;
  return total;
}

LetorNotes& LetorNotes::operator+=(const LetorNotes& other) {
  if (features.size() < other.features.size())
    features.resize(other.features.size());
  for (std::size_t j = 0; j < other.features.size(); ++j)
    features[j] += other.features[j];
  return *this;
}

void LetorReader::begin_file(std::string name) {
  file_ = std::move(name);
  line_ = 0;
  rows_before_file_ = labels_.size();
  partial_.clear();
}

void LetorReader::fail(const std::string& what) const {
  throw DataError(file_ + ":" + std::to_string(line_) + ": " + what);
}

void LetorReader::feed(std::string_view chunk) {
  while (true) {
    const std::size_t newline = chunk.find('\n');
    if (newline == std::string_view::npos) break;
    if (partial_.empty()) {
      parse_line(chunk.substr(0, newline));
    } else {
      partial_.append(chunk.substr(0, newline));
      parse_line(partial_);
      partial_.clear();
    }
    chunk.remove_prefix(newline + 1);
  }
  partial_.append(chunk);
}

void LetorReader::end_file() {
  if (!partial_.empty()) parse_line(partial_);
  partial_.clear();
  if (labels_.size() == rows_before_file_)
    throw DataError(file_ +
                    ": has no documents, expected rows like '1 qid:7 1:0.5 "
                    "2:0.25 # docid = X'");
}

void LetorReader::parse_line(std::string_view line) {
  ++line_;
  if (line_ == 1) line = without_mark(line);
  if (line.ends_with('\r')) line.remove_suffix(1);
  const std::size_t hash = line.find('#');
  const std::string_view comment =
      hash == std::string_view::npos ? "" : line.substr(hash + 1);
  std::string_view rest = line.substr(0, hash);
  skip_blanks(rest);
  if (rest.empty()) return;
  parse_label(rest);
  parse_query(rest);
  parse_features(rest);
  parse_comment(comment);
  queries_[current_].end = labels_.size();
}

void LetorReader::parse_label(std::string_view& rest) {
  const std::string_view row = rest;
  const std::string_view word = take_word(rest);
  if (word.starts_with("qid:")) {
    if (options_.labels == MissingLabels::kRefuse)
      fail(
          "a row without a label; fedltr rank and data info --unlabelled read "
          "such rows, and run those "
          "of data.train beside data.log unless it evaluates on them "
          "(evaluation.on = train, data.folds)");
    labels_.push_back(0);
    rest = row;
    return;
  }
  const std::string_view digits = without_plus(word);
  double label = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), label);
  const bool is_number =
      error == std::errc() && end == digits.data() + digits.size();
  const bool is_grade = is_number && label >= 0 && label <= kLargestLabel &&
                        label == std::floor(label);
  std::string_view next = rest;
  // A label that does not count may be any word; one with a colon is a weight,
  // or no label.
  if (!is_grade && options_.labels == MissingLabels::kAllow &&
      (is_number ||
       (take_word(next).starts_with("qid:") && word.find(':') == word.npos))) {
    labels_.push_back(0);
    return;
  }
  if (!is_number)
    fail("label " + in_quotes(word) + " is not a number" +
         hint_for_label(word, rest));
  if (!is_grade) {
    const std::string trec = trec_hint(rest);
    fail("label " + in_quotes(word) +
         " is not a grade, expected an integer 0 to " +
         std::to_string(kLargestLabel) +
         (trec.empty() ? "; fedltr data convert FILE --labels RULE makes "
                         "grades of others"
                       : trec));
  }
  labels_.push_back(label);
}

void LetorReader::parse_query(std::string_view& rest) {
  const std::string_view row = rest;
  const std::string_view word = take_word(rest);
  if (!word.starts_with("qid:") || word.size() == 4)
    fail("expected 'qid:<id>' after the label, got " + in_quotes(word) +
         hint_for_query(word, row));
  const std::string_view name = word.substr(4);
  const std::size_t number = labels_.size() - 1;
  // Only merging can make the first row of a file belong to the previous query.
  const bool same = !queries_.empty() && queries_[current_].name == name;
  if (same && number != rows_before_file_) {
    if (!queries_[current_].rows.empty())
      queries_[current_].rows.push_back(number);
    return;
  }
  const auto [found, is_new] =
      query_index_.try_emplace(std::string(name), queries_.size());
  current_ = found->second;
  if (is_new) {
    queries_.push_back({std::string(name), {}, number, number});
    return;
  }
  if (options_.returning == ReturningQueries::kRefuse)
    fail("query " + in_quotes(name) +
         " recurs after other queries; data.merge = yes (data info, data "
         "convert: --merge) joins its documents");
  Query& query = queries_[current_];
  if (query.rows.empty()) {
    query.rows.resize(query.end - query.begin);
    std::iota(query.rows.begin(), query.rows.end(), query.begin);
  }
  query.rows.push_back(number);
}

double LetorReader::parse_value(std::string_view token, const char*& position,
                                const char* end) {
  double value = 0;
  const auto [stop, error] = std::from_chars(position, end, value);
  const bool whole = stop == end || is_space(*stop);
  const MissingValues& missing = options_.missing;
  if (error == std::errc() && whole && std::abs(value) <= kUsualValue &&
      (missing.values.empty() || !missing.hold(value))) {
    position = stop;
    return value;
  }
  const char* const begin = position;
  while (position != end && !is_space(*position)) ++position;
  return unusual_value(token, {begin, position});
}

/// Reads a value that is large, missing or no number.
double LetorReader::unusual_value(std::string_view token,
                                  std::string_view text) {
  std::uint32_t id = 0;
  std::from_chars(token.data(), token.data() + token.size(), id);
  const MissingValues& missing = options_.missing;
  double value = std::numeric_limits<double>::quiet_NaN();
  if (!missing.hold_word(text)) {
    const std::string_view digits = without_plus(text);
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, value);
    if (error == std::errc::result_out_of_range && stop == end) {
      value = beyond_range(digits);
      if (std::abs(value) < 1) value = 0;
    } else if (error != std::errc() || stop != end) {
      fail("value " + in_quotes(text) + " of feature " + in_quotes(token) +
           " is not a number" + hint_for_value(text));
    }
  }
  if (missing.hold(value)) {
    FeatureNotes& notes = notes_.of(id);
    ++notes.missing;
    if (is_largest_mark(value)) ++notes.marked;
    return missing.read_as;
  }
  if (std::isinf(value)) fail(not_finite(text, token));
  if (std::abs(value) > kUsualValue) notes_.of(id) += {0, 0, 1, value};
  return value;
}

void LetorReader::parse_features(std::string_view rest) {
  const std::size_t row = labels_.size();
  const char* position = rest.data();
  const char* const end = position + rest.size();
  while (true) {
    while (position != end && is_space(*position)) ++position;
    if (position == end) break;
    std::uint32_t id = 0;
    const auto [stop, error] = std::from_chars(position, end, id);
    if (error != std::errc() || stop == end || *stop != ':') {
      std::string_view word(position, end - position);
      fail("expected '<index>:<value>', got " + in_quotes(take_word(word)));
    }
    if (id > kLargestFeatureId)
      fail("feature index " + std::to_string(id) +
           " is above the largest allowed, " +
           std::to_string(kLargestFeatureId));
    const std::string_view token(position, stop - position);
    position = stop + 1;
    if (id >= seen_in_row_.size()) seen_in_row_.resize(id + 1, 0);
    if (seen_in_row_[id] == row)
      fail("feature " + std::to_string(id) +
           " occurs twice in the row; fedltr data convert FILE --duplicates "
           "last or sum chooses its value");
    seen_in_row_[id] = row;
    zero_seen_ |= id == 0;
    largest_id_ = std::max(largest_id_, id);
    make_room(values_, values_.size() + 1);
    make_room(ids_, ids_.size() + 1);
    values_.push_back(parse_value(token, position, end));
    ids_.push_back(static_cast<std::uint16_t>(id));
  }
  row_ends_.push_back(values_.size());
}

void LetorReader::parse_comment(std::string_view comment) {
  const std::string_view document = document_in_comment(comment);
  documents_.push_back(document);
  any_document_ |= !document.empty();
}

Dataset LetorReader::take(std::uint32_t first_id, Index features) {
  require(partial_.empty() && row_ends_.size() == labels_.size(),
          "a LETOR set is complete only after its last row, without a fault");
  require(Index{largest_id_} < features + first_id,
          "a LETOR set needs a column for every index");
  const std::size_t columns = features;
  if (columns > 0 && labels_.size() > kMaxValues / columns)
    throw DataError(file_ + ": " + std::to_string(labels_.size()) +
                    " documents with " + std::to_string(columns) +
                    " features don't fit into memory");
  const std::size_t cells = labels_.size() * columns;
  if (cells > kSmallSet && cells / kMaxSparsity > values_.size())
    throw DataError(file_ + ": " + std::to_string(labels_.size()) +
                    " documents with feature indices up to " +
                    std::to_string(largest_id_) + " hold " +
                    std::to_string(values_.size()) +
                    " values; sets beyond 1 GiB need 1 value in " +
                    std::to_string(kMaxSparsity) +
                    " to be present: number the features without gaps");
  Dataset data(features);
  data.reserve(std::ssize(labels_));
  given_back_ = 0;
  std::vector<double> values;
  std::vector<std::uint8_t> labels;
  for (Query& query : queries_) {
    if (query.rows.empty()) {
      query.rows.resize(query.end - query.begin);
      std::iota(query.rows.begin(), query.rows.end(), query.begin);
    }
    values.assign(query.rows.size() * columns, 0.0);
    labels.clear();
    Names names;
    for (std::size_t i = 0; i < query.rows.size(); ++i) {
      const std::size_t row = query.rows[i];
      for (std::size_t at = row == 0 ? 0 : row_ends_[row - 1];
           at < row_ends_[row]; ++at)
        values[i * columns + ids_[at] - first_id] = values_[at];
      labels.push_back(labels_[row]);
      if (any_document_) names.push_back(documents_[row]);
    }
    data.add_query(query.name, values, labels, names);
    give_back(query);
    query.rows = {};
  }
  *this = LetorReader(std::move(options_));
  return data;
}

/// Returns memory of parsed values from time to time; queries of merged files
/// are not contiguous there.
void LetorReader::give_back(const Query& taken) {
  constexpr std::size_t kOften = std::size_t{1} << 20;
  const std::size_t done = row_ends_[taken.end - 1];
  if (options_.returning == ReturningQueries::kMerge ||
      done < given_back_ + kOften)
    return;
  give_back_first(values_, done);
  give_back_first(ids_, done);
  given_back_ = done;
}

void write_letor(std::ostream& out, const Dataset& data,
                 std::span<const Index> queries) {
  std::string line;
  std::array<char, 32> number{};
  std::vector<double> room;
  for (const Index query : queries) {
    const auto features = data.features_of(query, room);
    const auto labels = data.labels_of(query);
    for (Index i = 0; i < features.rows(); ++i) {
      line = std::to_string(labels[i]) + " qid:";
      line += data.query_name(query);
      for (Index j = 0; j < features.cols(); ++j) {
        line += ' ' + std::to_string(j + 1) + ':';
        const auto end =
            std::to_chars(number.data(), number.data() + number.size(),
                          features(i, j))
                .ptr;
        line.append(number.data(), end);
      }
      if (!data.document_names().empty()) {
        line += " # docid = ";
        line += data.document_names()[data.begin(query) + i];
      }
      out << line << '\n';
    }
  }
}

}  // namespace fedltr
