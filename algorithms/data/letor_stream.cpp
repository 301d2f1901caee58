#include "algorithms/data/letor_stream.hpp"

#include <algorithm>
#include <charconv>

#include "algorithms/core/require.hpp"
#include "algorithms/data/lines.hpp"

namespace fedltr {
namespace {

constexpr std::string_view kQid = "qid:";

/// Query of a row, with a label or without; empty for an invalid line, which
/// parsing reports.
std::string_view query_of(std::string_view line) {
  std::string_view word = take_word(line);
  if (!word.starts_with(kQid)) word = take_word(line);
  word = word.substr(0, word.find('#'));
  return word.starts_with(kQid) ? word.substr(kQid.size()) : "";
}

/// Room for 65,536 features with all their digits, ten times.
constexpr std::size_t kLongestLine = 1 << 24;

bool is_comment(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string_view::npos || line[first] == '#';
}

}  // namespace

LetorStream::LetorStream(std::uint32_t first_id, Index features,
                         std::size_t most, OtherFeatures others,
                         MissingLabels labels, MissingValues missing)
    : first_id_(first_id),
      features_(features),
      most_(most),
      others_(others),
      options_{ReturningQueries::kRefuse, std::move(missing)} {
  options_.labels = labels;
  require(features >= 1 && first_id + features - 1 <= kLargestFeatureId,
          "a LETOR set has 1 to 65536 columns");
}

void LetorStream::begin_file(std::string name) {
  file_ = std::move(name);
  text_.clear();
  query_.clear();
  lines_parsed_ = scanned_ = lines_scanned_ = ended_ = lines_ended_ = 0;
}

void LetorStream::fail(std::size_t line, const std::string& what) const {
  throw DataError(at_line(file_, line) + what);
}

/// Finds the starts of queries.
void LetorStream::scan() {
  while (true) {
    const std::size_t newline = text_.find('\n', scanned_);
    if (newline == std::string::npos) {
      if (text_.size() - scanned_ > kLongestLine)
        fail(lines_scanned_ + 1, "a line of more than 16 MiB");
      return;
    }
    std::string_view line =
        std::string_view(text_).substr(scanned_, newline - scanned_);
    if (lines_scanned_ == 0) line = without_mark(line);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::string_view name = is_comment(line) ? "" : query_of(line);
    if (name.empty() &&
        !is_comment(line))  // reported now, not at a query's end
      fail_with_line(std::string_view(text_).substr(0, newline + 1));
    if (!name.empty() && name != query_) {
      if (!query_.empty()) {
        ended_ = scanned_;
        lines_ended_ = lines_scanned_;
      }
      query_ = name;
      if (!names_.insert(query_).second)
        fail(lines_scanned_ + 1, "query " + in_quotes(query_) +
                                     " recurs after other queries; fedltr data "
                                     "convert FILE --merge joins its rows");
    }
    scanned_ = newline + 1;
    ++lines_scanned_;
  }
}

Dataset LetorStream::feed(std::string_view chunk) {
  text_.append(chunk);
  scan();
  if (text_.size() - ended_ > most_)
    fail(lines_ended_ + 1, "the query that begins here is longer than the " +
                               std::to_string(most_) +
                               " bytes that are allowed");
  if (ended_ == 0) return Dataset(features_);
  Dataset data = parse(std::string_view(text_).substr(0, ended_));
  text_.erase(0, ended_);
  scanned_ -= ended_;
  ended_ = 0;
  lines_parsed_ = lines_ended_;
  return data;
}

Dataset LetorStream::end_file() {
  if (!text_.empty() && text_.back() != '\n') text_ += '\n';
  scan();
  Dataset data = parse(text_);
  text_.clear();
  return data;
}

Dataset LetorStream::parse(std::string_view text) {
  LetorReader reader(options_);
  reader.begin_file(file_);
  try {
    reader.feed(text);
    reader.end_file();
  } catch (const DataError&) {
    fail_with_line(text);
  }
  if (others_ != OtherFeatures::kRefuse) {
    if (others_ == OtherFeatures::kLeaveOutFromOne && reader.zero_seen())
      fail_with_line(text);
    notes_ += reader.notes();
    return own_columns(text);
  }
  const bool fits = reader.largest_id() < first_id_ + features_ &&
                    (first_id_ == 0 || !reader.zero_seen());
  if (!fits) fail_with_line(text);
  notes_ += reader.notes();
  return reader.take(first_id_, features_);
}

/// Reads valid text again, without features that have no column.
Dataset LetorStream::own_columns(std::string_view text) const {
  LetorReader reader(options_);
  std::string row;
  for_each_line(text, [&](std::string_view line, std::size_t) {
    const std::size_t hash = std::min(line.find('#'), line.size());
    row.clear();
    for (const std::string_view word : words_of(line.substr(0, hash))) {
      std::uint32_t id = 0;
      const char* const end = word.data() + word.size();
      const char* const stop = std::from_chars(word.data(), end, id).ptr;
      const bool is_feature = stop != end && *stop == ':';
      if (is_feature && (id < first_id_ || id >= first_id_ + features_))
        continue;
      row.append(word) += ' ';
    }
    row.append(line.substr(hash)) += '\n';
    reader.feed(row);
  });
  reader.end_file();
  return reader.take(first_id_, features_);
}

/// Reads text that is known to be faulty again, for the line in the message.
void LetorStream::fail_with_line(std::string_view text) const {
  LetorReader reader(options_);
  reader.begin_file(file_);
  reader.feed(std::string(lines_parsed_, '\n'));
  for_each_line(text, [&](std::string_view line, std::size_t number) {
    reader.feed(std::string(line) + "\n");
    if (reader.zero_seen() && others_ == OtherFeatures::kLeaveOutFromOne)
      fail(lines_parsed_ + number,
           "feature index 0, but names count from 1: choose by index");
    if (others_ != OtherFeatures::kRefuse) return;
    if (reader.zero_seen() && first_id_ == 1)
      fail(lines_parsed_ + number,
           "feature index 0, but the model counts from 1; a model that counts "
           "from 0 has \"first_index\": 0");
    if (reader.largest_id() >= first_id_ + features_)
      fail(lines_parsed_ + number,
           "feature index " + std::to_string(reader.largest_id()) +
               " is above the largest of the model, " +
               std::to_string(first_id_ + features_ - 1));
  });
  reader.end_file();
  throw DataError(file_ + ": can't be read");
}

std::vector<std::string> document_names(const Dataset& data, Index query) {
  const auto size = static_cast<std::size_t>(data.size(query));
  const Names& names = data.document_names();
  std::vector<std::string> all(size);
  if (!names.empty())
    for (std::size_t i = 0; i < size; ++i)
      all[i] = names[data.begin(query) + i];
  if (std::ranges::count(all, "") == 0) return all;
  const TextSet<> given(all.begin(), all.end());
  for (std::size_t i = 0; i < size; ++i) {
    if (!all[i].empty()) continue;
    all[i].append(data.query_name(query)) += "." + std::to_string(i + 1);
    while (given.contains(all[i])) all[i] += '_';
  }
  return all;
}

}  // namespace fedltr
