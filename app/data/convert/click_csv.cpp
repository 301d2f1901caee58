#include "app/data/convert/click_csv.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "algorithms/core/hash.hpp"
#include "algorithms/data/csv_reader.hpp"
#include "algorithms/data/lines.hpp"
#include "algorithms/data/missing.hpp"
#include "app/base/record_sorter.hpp"
#include "app/base/text.hpp"
#include "app/data/convert/csv_columns.hpp"
#include "app/data/convert/each_line.hpp"
#include "app/data/convert/packed_fields.hpp"
#include "app/data/letor_input.hpp"

namespace fedltr {
namespace {

using ClickValues = std::span<const std::string>;

enum ClickColumn {
  kQid,
  kDocno,
  kPosition,
  kClick,
  kUser,
  kTime,
  kPropensity,
  kSearches
};
constexpr std::size_t kColumns = 8;
constexpr std::size_t kNeeded = 4;
/// Maximum number of searches that a row stands for.
constexpr std::uint64_t kMostSearches = 1'000'000;
constexpr std::uint64_t kMostRepeated = 100'000'000;  // of a log
/// Maximum number of documents that these show.
constexpr std::uint64_t kMostShownAgain = 1'000'000'000;
constexpr std::size_t kNoColumn = std::numeric_limits<std::size_t>::max();

struct ColumnName {
  const char* usual;
  const char* option;
  std::string LogInput::*given;
};
constexpr std::array<ColumnName, kColumns> kNames = {
    {{"qid", "--qid", &LogInput::query},
     {"docno", "--document", &LogInput::document},
     {"position", "--position", &LogInput::position},
     {"click", "--click", &LogInput::click},
     {"user", "--user", &LogInput::user},
     {"timestamp", "--timestamp", &LogInput::time},
     {"propensity", "--propensity", &LogInput::propensity},
     {"searches", "--searches", &LogInput::searches}}};

/// Number of clicks that a value counts; nullopt if it is invalid.
std::optional<std::uint64_t> clicks_in(const std::string& value) {
  const auto truth = truth_in(value);
  return truth ? std::optional<std::uint64_t>(*truth ? 1 : 0)
               : parse_count(value);
}

/// Reads several files, in order, into one log.
class ClickCsv {
 public:
  ClickCsv(const ConvertInput& input, ClickNotes& notes)
      : options_(input.log),
        separator_(input.separator),
        header_(input.header),
        notes_(notes) {}

  void read(const std::string& file) {
    files_.push_back(shown_path(file));
    place_.file = files_.back();
    columns_ = 0;
    const auto visit = [&](ClickValues values, std::size_t line) {
      place_.line = line;
      if (values.size() == 1 && values[0].empty()) return;
      const bool is_first = columns_ == 0;
      if (is_first) find_columns(values);
      if (!is_first || !header_) take(values);
    };
    std::optional<CsvReader> csv;
    each_piece(file, [&](std::string_view piece) {
      if (!csv) {
        refuse_json(piece);
        csv.emplace(
            place_.file, visit,
            separator_ != '\0' ? separator_ : separator_of_table(piece));
      }
      csv->feed(piece);
    });
    if (csv) csv->end();
  }
  ClickLog log() {
    from_ = first_position_of(smallest_, options_.first_position);
    if (lines_ > 0) notes_.first_position = from_;
    std::string key;
    shown_lines_.visit([&](std::string_view search, std::string_view line) {
      if (search != key) end_search();
      key = search;
      add_line(search, line);
    });
    end_search();
    if (twice_)
      twice_->place.fail(
          "document " + in_quotes(twice_->document) +
          " occurs twice in a search, that is in rows of one query, user and "
          "time; if times are rounded, rename their column: then a "
          "document that recurs begins the next search");
    return built_.take(notes_);
  }

 private:
  void refuse_json(std::string_view begin) const {
    const std::size_t at = begin.find_first_not_of(" \t\r\n");
    if (at != std::string_view::npos && (begin[at] == '{' || begin[at] == '['))
      throw DataError(place_.file +
                      ": is JSON, expected a table; of UBI or TripClick, "
                      "fedltr data convert --to clicks makes one");
  }

  void find_columns(ClickValues first) {
    columns_ = first.size();
    std::vector<std::string> names(first.begin(), first.end());
    if (!header_)
      for (std::size_t i = 0; i < columns_; ++i)
        names[i] = std::to_string(i + 1);
    for (std::size_t i = 0; i < kColumns; ++i) {
      const std::string& given = options_.*kNames.at(i).given;
      const std::string name = given.empty() ? kNames.at(i).usual : given;
      const auto found = std::ranges::find(names, name);
      at_.at(i) = found == names.end()
                      ? kNoColumn
                      : static_cast<std::size_t>(found - names.begin());
      if (found != names.end()) {
        if (std::ranges::count(names, name) > 1)
          place_.fail("the first line names twice the column " +
                      in_quotes(name));
        continue;
      }
      if (!header_ && !given.empty())
        place_.fail("has " + std::to_string(columns_) +
                    " columns and none of the number " + in_quotes(name) +
                    " of " + kNames.at(i).option);
      if (i < kNeeded || !given.empty())
        place_.fail("the first line names no column " + in_quotes(name) +
                    "; fedltr data convert --to clicks " + kNames.at(i).option +
                    " NAME names another; expected " +
                    "qid,docno,position,click[,user,timestamp,propensity,"
                    "searches]" +
                    hint_for_first(first));
    }
    if (at_.at(kSearches) != kNoColumn && at_.at(kTime) != kNoColumn)
      place_.fail("a row of several searches (column " +
                  in_quotes(names[at_.at(kSearches)]) +
                  ") has no time: rename column " +
                  in_quotes(names[at_.at(kTime)]));
  }

  /// Returns what a first line without names of columns may be.
  std::string hint_for_first(ClickValues first) const {
    if (!header_) return "";
    if (std::ranges::any_of(first, [](const std::string& each) {
          return parse_real(each).has_value();
        }))
      return "; if the first line is a row: fedltr data convert --to clicks "
             "--no-header";
    return first.size() > 1 || separator_ != '\0'
               ? ""
               : "; other separators: fedltr data convert --to clicks "
                 "--separator";
  }

  const std::string& value(ClickValues values, ClickColumn column) const {
    static const std::string kNothing;
    const auto i = static_cast<std::size_t>(column);
    const std::size_t at = at_.at(i);
    if (at == kNoColumn) return kNothing;
    const bool may_be_missing =
        column == kClick || column == kUser || column == kTime;
    if (may_be_missing && is_missing_name(values[at])) return kNothing;
    if (values[at].empty() && i < kNeeded && !may_be_missing)
      place_.fail("an empty " + std::string(kNames.at(i).usual) +
                  "; data convert " + kNames.at(i).option +
                  " NAME takes another column");
    if ((column == kQid || column == kDocno) && is_missing_name(values[at]))
      place_.fail(std::string(kNames.at(i).usual) + " " +
                  in_quotes(values[at]) +
                  " stands for a missing one: leave the row out");
    return values[at];
  }

  void take(ClickValues values) {
    if (values.size() != columns_)
      place_.fail(std::to_string(values.size()) +
                  " values, but the first line names " +
                  std::to_string(columns_) + " columns");
    ShownDocument shown;
    shown.document = value(values, kDocno);
    shown.position = parse_position(
        value(values, kPosition), options_.first_position.value_or(0), place_);
    const std::string& click = value(values, kClick);
    notes_.blank_clicks += click.empty() ? 1 : 0;
    const auto clicks = clicks_in(click.empty() ? "0" : click);
    if (!clicks)
      place_.fail("click " + in_quotes(click) +
                  ": expected a number of clicks, true or false");
    notes_.several_clicks += *clicks > 1 ? 1 : 0;
    smallest_ = std::min(smallest_, shown.position);
    FieldWriter search;
    for (const ClickColumn column : {kQid, kUser, kTime})
      search.text(value(values, column));
    FieldWriter line;
    line.number(lines_++);
    line.number(files_.size() - 1);
    line.number(place_.line);
    line.number(shown.position);
    line.number(*clicks > 0 ? 1 : 0);
    line.text(shown.document);
    line.real(propensity_in(values));
    line.number(searches_in(values));
    shown_lines_.add(search.bytes(), line.bytes());
  }

  /// Adds a line to the search that is being read; lines of a search come in
  /// the order of the log.
  void add_line(std::string_view search, std::string_view bytes) {
    FieldReader line(bytes);
    const std::uint64_t number = line.number();
    const std::uint64_t file = line.number();
    const Place place{files_[file], line.number()};
    ShownDocument shown;
    shown.position = static_cast<std::uint32_t>(line.number());
    shown.clicked = line.number() == 1;
    shown.document = line.text();
    shown.propensity = line.real();
    const std::uint64_t searches = line.number();
    if (begins_next(shown)) {
      ++notes_.separated;
      end_search();
    }
    if (search_.shown.empty()) {
      FieldReader names(search);
      for (std::string* text : {&search_.query, &search_.user, &search_.time})
        *text = names.text();
      search_.file = file;
      search_.line = place.line;
      first_ = number;
      count_ = searches;
    }
    if (searches != count_)
      place.fail("a row of " + std::to_string(searches) +
                 " searches, but other rows of its list are of " +
                 std::to_string(count_));
    if (documents_.contains(shown.document)) {
      if (!twice_ || number < twice_->number)
        twice_ = Repeated{number, place, shown.document};
      return;
    }
    if (search_.shown.size() == kMaxShown)
      place.fail("a search of more than the " + std::to_string(kMaxShown) +
                 " documents that are allowed");
    documents_.insert(shown.document);
    positions_.insert(shown.position);
    search_.shown.push_back(std::move(shown));
  }

  void end_search() {
    if (search_.shown.empty()) return;
    const std::uint32_t smallest =
        std::ranges::min_element(search_.shown, {}, &ShownDocument::position)
            ->position;
    for (ShownDocument& shown : search_.shown) shown.position += 1 - from_;
    notes_.repeated += count_ - 1;
    shown_again_ += (count_ - 1) * search_.shown.size();
    if (notes_.repeated > kMostRepeated || shown_again_ > kMostShownAgain)
      throw DataError(files_.front() +
                      ": its column of searches makes more than " +
                      std::to_string(kMostRepeated) + " searches or " +
                      std::to_string(kMostShownAgain) +
                      " shown documents, the most that are allowed");
    for (std::uint64_t i = 0; i < count_; ++i) {
      notes_.begins_there.add(smallest == from_);
      built_.add(first_, search_);
    }
    search_ = {};
    documents_.clear();
    positions_.clear();
  }

  /// Returns 0 if the log has none.
  double propensity_in(ClickValues values) const {
    if (at_.at(kPropensity) == kNoColumn) return 0;
    const std::string& text = value(values, kPropensity);
    const auto number = parse_real(text);
    if (!number || !(*number > 0 && *number <= 1))
      place_.fail("propensity " + in_quotes(text) +
                  ": expected a number above 0, at most 1");
    return *number;
  }

  /// Returns 1 if the log has no such column.
  std::uint64_t searches_in(ClickValues values) const {
    if (at_.at(kSearches) == kNoColumn) return 1;
    const std::string& text = value(values, kSearches);
    const auto count = parse_count(text);
    if (!count || *count < 1 || *count > kMostSearches)
      place_.fail("searches " + in_quotes(text) +
                  ": expected an integer from 1 to " +
                  std::to_string(kMostSearches));
    return *count;
  }

  /// True if a document begins the next search, where times are unknown.
  bool begins_next(const ShownDocument& shown) const {
    return !search_.shown.empty() && search_.time.empty() &&
           (positions_.contains(shown.position) ||
            documents_.contains(shown.document));
  }

  struct Repeated {
    std::uint64_t number;  ///< of the line in the log
    Place place;
    std::string document;
  };

  const LogInput& options_;
  char separator_;  ///< 0: detect in each file
  bool header_;
  ClickNotes& notes_;
  Place place_;
  std::vector<std::string> files_;
  std::size_t columns_ = 0;
  std::array<std::size_t, kColumns> at_{};
  std::uint64_t lines_ = 0;  ///< of all files, without their heads
  std::uint32_t smallest_ = kMaxPosition;
  RecordSorter shown_lines_;  ///< by query, user and time
  std::uint32_t from_ = 1;
  LoggedSearch search_;              ///< that is being read; empty: none
  std::set<std::string> documents_;  ///< that it shows
  std::set<std::uint32_t> positions_;
  std::uint64_t first_ = 0;        ///< its first line
  std::uint64_t count_ = 1;        ///< equal searches that its rows stand for
  std::uint64_t shown_again_ = 0;  ///< documents of searches beyond the rows'
  std::optional<Repeated> twice_;
  LogBuilder built_;
};

}  // namespace

ClickLog read_click_csv(const ConvertInput& input, ClickNotes& notes) {
  ClickCsv csv(input, notes);
  for (const std::string& file : input.files) csv.read(file);
  return csv.log();
}

std::optional<std::uint64_t> parse_count(std::string_view text) {
  const std::size_t point = text.find('.');
  if (point != std::string_view::npos) {
    if (text.find_first_not_of('0', point + 1) != std::string_view::npos)
      return std::nullopt;
    text = text.substr(0, point);
  }
  return parse_whole(text);
}

std::uint32_t parse_position(const std::string& text, std::uint32_t least,
                             const Place& place) {
  const auto position = parse_count(text);
  if (!position || *position < least || *position > kMaxPosition)
    place.fail("position " + in_quotes(text) + ": expected an integer " +
               std::to_string(least) + " to " + std::to_string(kMaxPosition) +
               (position && *position < least
                    ? "; --first-position 0 counts from 0"
                    : ""));
  return static_cast<std::uint32_t>(*position);
}

}  // namespace fedltr
