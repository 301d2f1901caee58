#include "app/data/convert/row_text.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "algorithms/data/csv_reader.hpp"
#include "algorithms/data/lines.hpp"
#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/data/convert/csv_columns.hpp"
#include "app/data/convert/formats.hpp"
#include "app/data/convert/group_sizes.hpp"
#include "app/data/convert/row_writers.hpp"
#include "app/data/feature_names.hpp"
#include "app/data/foreign_format.hpp"
#include "app/data/letor_input.hpp"
#include "app/data/line_ends.hpp"

namespace fedltr {
namespace {

/// Returns the separator of a table that begins with this text.
char separator_in(const InputFormat& format, std::string_view text) {
  return format.separator != '\0' ? format.separator : separator_of_table(text);
}

/// Returns the values of a table's first line, however long it is.
std::vector<std::string> header_of(const std::string& file,
                                   const InputFormat& format) {
  std::vector<std::string> header;
  std::optional<CsvReader> csv;
  const auto keep = [&](std::span<const std::string> values, std::size_t) {
    const bool is_blank = values.size() == 1 && values[0].empty();
    if (header.empty() && !is_blank)
      header.assign(values.begin(), values.end());
  };
  const auto feed = [&](std::string_view text) {
    if (!csv) csv.emplace(shown_path(file), keep, separator_in(format, text));
    for (std::size_t i = 0; i < text.size() && header.empty(); ++i)
      csv->feed(text.substr(i, 1));
  };
  PackedFile input(file);
  LineEnds ends;
  for (auto piece = input.next(); !piece.empty() && header.empty();
       piece = input.next())
    ends.feed(piece, feed);
  if (header.empty()) feed("\n");
  if (header.empty())
    throw DataError(shown_path(file) +
                    ": is empty; expected a first line that names the columns "
                    "label, qid and features");
  return header;
}

/// Returns a table's first piece.
std::string start_of(const std::string& file) {
  std::string text;
  PackedFile input(file);
  LineEnds().feed(input.next(), [&](std::string_view part) { text += part; });
  return text;
}

/// Returns the input of a conversion by default.
/// @throws DataError  if only a second file names the queries
ConvertInput input_of(const std::string& file, MissingLabels labels,
                      const std::vector<std::string>& header) {
  ConvertInput input;
  if (lacks_queries(input, header))
    if (const auto second = find_group_sizes(file))
      throw DataError(shown_path(file) + ":1: has no column " +
                      in_quotes(input.query_column) +
                      " of queries; fedltr data convert FILE takes them from " +
                      *second);
  input.files = {file};
  // Labels that do not count are not read.
  input.unlabelled = input.ignores_labels =
      labels == MissingLabels::kAllow && !header.empty();
  return input;
}

/// Does some work on a table. A fault that an option of `data convert` mends
/// names the command.
template <class Work>
void on_table(const std::string& file, const Work& work) try {
  work();
} catch (const DataError& error) {
  const std::string what = error.what();
  const bool names_command =
      what.find("data convert", shown_path(file).size()) != std::string::npos;
  throw DataError(option_in(what, shown_path(file)).empty() || names_command
                      ? what
                      : what + " (options of fedltr data convert)");
}

/// Returns the findings without missing values that stand in the rows as one
/// that also means missing: their reader counts them.
LetorNotes without_read_again(LetorNotes notes, const MissingValues& missing) {
  if (missing.hold(missing.read_as))
    for (FeatureNotes& each : notes.features) each.missing = 0;
  return notes;
}

/// Collects rows as LETOR text, each on the line that it has in its file.
class RowText {
 public:
  explicit RowText(const std::function<void(std::string_view)>& pass_on)
      : pass_on_(pass_on) {}

  void add(const LetorRow& row) {
    require_words(row);
    for (; line_ < row.place.line; ++line_) text_ += '\n';
    append_letor_row(text_, row);
    ++line_;
    if (text_.size() >= kPiece) end();
  }
  void end() {
    pass_on_(text_);
    text_.clear();
  }

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 16;

  const std::function<void(std::string_view)>& pass_on_;
  std::string text_;
  std::size_t line_ = 1;
};

/// True if the names are numbers and none of the others' is among them.
bool stand_for(const std::vector<std::string>& numbered,
               const std::vector<std::string>& others) {
  const auto size = static_cast<Index>(others.size());
  const auto is_number = [&](const std::string& name) {
    return std::ranges::count(numbered, name) > 0;
  };
  return (numbered == numbered_feature_names(size, 1) ||
          numbered == numbered_feature_names(size, 0)) &&
         std::ranges::none_of(others, is_number);
}

}  // namespace

std::string difference(const std::vector<std::string>& names,
                       const std::vector<std::string>& expected,
                       const std::string& owner) {
  const auto ours = names_in_json(names);
  const auto theirs = names_in_json(expected);
  if (ours == theirs || stand_for(theirs, ours) || stand_for(ours, theirs))
    return "";
  if (names.size() != expected.size())
    return "has " + std::to_string(names.size()) + " features, and " + owner +
           " has " + std::to_string(expected.size());
  const auto [here, there] = std::ranges::mismatch(ours, theirs);
  return "feature " + std::to_string(here - ours.begin() + 1) + " is " +
         in_quotes(*here) + ", and " + in_quotes(*there) + " in " + owner +
         ": expected the same columns in the same order";
}

bool TableColumns::add(const std::string& file, MissingLabels labels) {
  const InputFormat* const format = table_format(file);
  if (format == nullptr) return false;
  on_table(file, [&] {
    const auto header = header_of(file, *format);
    const Place place{shown_path(file), 1};
    const std::string start = start_of(file);
    const char separator = separator_in(*format, start);
    const CsvColumns columns(input_of(file, labels, header), header, place,
                             separator);
    for (const std::string& index : columns.indices())
      remarks_.push_back(index_remark(place.file, index));
    for (const std::string& count : row_counts(start, separator, place.file))
      if (columns.is_feature(count))
        remarks_.push_back(count_remark(place.file, count));
    const auto names = columns.feature_names();
    if (names_.empty()) {
      owner_ = place.file;
      names_ = names;
    } else if (const auto fault = difference(names, names_, owner_);
               !fault.empty()) {
      place.fail(fault);
    }
  });
  return true;
}

void each_row_text(const std::string& file, Pipes pipes,
                   const MissingValues& missing, MissingLabels labels,
                   LetorNotes& notes,
                   const std::function<void(std::string_view)>& pass_on) {
  const InputFormat* const format = table_format(file);
  if (format == nullptr) {
    PackedFile input(opened_path(file), pipes);
    bool is_first = true;
    read_lines(input, shown_path(file), [&](std::string_view text) {
      if (std::exchange(is_first, false))
        refuse_json_for_rows(text, shown_path(file));
      pass_on(text);
    });
    return;
  }
  on_table(file, [&] {
    ConvertInput input = input_of(file, labels, header_of(file, *format));
    input.missing = missing;
    InputNotes found;
    RowText text(pass_on);
    bool is_empty = true;
    format->rows(
        input,
        [&](const LetorRow& row) {
          is_empty = false;
          text.add(row);
        },
        found);
    if (is_empty)
      throw DataError(shown_path(file) + ": has no row below its first line");
    text.end();
    notes += without_read_again(std::move(found.values), missing);
  });
}

}  // namespace fedltr
