#include "app/data/convert/click_csv.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "algorithms/core/hash.hpp"
#include "algorithms/data/csv_reader.hpp"
#include "algorithms/data/lines.hpp"
#include "app/base/text.hpp"
#include "app/data/convert/csv_columns.hpp"
#include "app/data/convert/each_line.hpp"
#include "app/data/letor_input.hpp"

namespace fedltr {
namespace {

using ClickValues = std::span<const std::string>;

enum ClickColumn { kQid, kDocno, kPosition, kClick, kUser, kTime };
constexpr std::size_t kColumns = 6;
constexpr std::size_t kNeeded = 4;
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
     {"timestamp", "--timestamp", &LogInput::time}}};

/// Number of clicks that a value counts; nullopt if it is invalid.
std::optional<std::uint64_t> clicks_in(const std::string& value) {
  for (const char* const yes : {"true", "True", "TRUE", "yes"})
    if (value == yes) return 1;
  for (const char* const no : {"false", "False", "FALSE", "no"})
    if (value == no) return 0;
  return parse_count(value);
}

/// Reads several files, in order, into one log.
class ClickCsv {
 public:
  ClickCsv(const LogInput& options, ClickNotes& notes)
      : options_(options), notes_(notes) {}

  void read(const std::string& file) {
    place_.file = shown_path(file);
    columns_ = 0;
    const auto visit = [&](ClickValues values, std::size_t line) {
      place_.line = line;
      if (values.size() == 1 && values[0].empty()) return;
      columns_ == 0 ? find_columns(values) : take(values);
    };
    std::optional<CsvReader> csv;
    each_piece(file, [&](std::string_view piece) {
      if (!csv) csv.emplace(place_.file, visit, separator_of_table(piece));
      csv->feed(piece);
    });
    if (csv) csv->end();
  }
  ClickLog log() {
    count_from_one(log_, options_.first_position, notes_);
    return finished(std::move(log_), notes_);
  }

 private:
  void find_columns(ClickValues names) {
    columns_ = names.size();
    for (std::size_t i = 0; i < kColumns; ++i) {
      const std::string& given = options_.*kNames.at(i).given;
      const std::string name = given.empty() ? kNames.at(i).usual : given;
      const auto found = std::ranges::find(names, name);
      at_.at(i) = found == names.end()
                      ? kNoColumn
                      : static_cast<std::size_t>(found - names.begin());
      if (found == names.end() && (i < kNeeded || !given.empty()))
        place_.fail("the first line names no column " + in_quotes(name) + "; " +
                    kNames.at(i).option + " NAME names another; expected " +
                    "qid,docno,position,click[,user,timestamp]");
    }
  }

  const std::string& value(ClickValues values, ClickColumn column) const {
    static const std::string kNothing;
    const auto i = static_cast<std::size_t>(column);
    const std::size_t at = at_.at(i);
    if (at == kNoColumn) return kNothing;
    if (values[at].empty() && i < kNeeded)
      place_.fail("an empty " + std::string(kNames.at(i).usual));
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
    const auto clicks = clicks_in(click);
    if (!clicks)
      place_.fail("click " + in_quotes(click) +
                  ": expected a number of clicks, true or false");
    shown.clicked = *clicks > 0;
    notes_.several_clicks += *clicks > 1 ? 1 : 0;
    LoggedSearch& search = search_of(values, shown);
    if (has_document(search, shown))
      place_.fail("document " + in_quotes(shown.document) +
                  " occurs twice in a search");
    if (search.shown.size() == kMaxShown)
      place_.fail("a search of more than the " + std::to_string(kMaxShown) +
                  " documents that are allowed");
    search.shown.push_back(std::move(shown));
  }

  static bool has_document(const LoggedSearch& search,
                           const ShownDocument& shown) {
    return std::ranges::count(search.shown, shown.document,
                              &ShownDocument::document) > 0;
  }

  LoggedSearch& search_of(ClickValues values, const ShownDocument& shown) {
    const std::string& query = value(values, kQid);
    const std::string& user = value(values, kUser);
    const std::string& time = value(values, kTime);
    // Length prefixes separate the parts unambiguously.
    const std::string key = std::to_string(query.size()) + "," +
                            std::to_string(user.size()) + "," + query + user +
                            time;
    const auto [found, is_new] = places_.try_emplace(key, log_.size());
    const bool begins_next =
        !is_new && time.empty() &&
        (std::ranges::count(log_[found->second].shown, shown.position,
                            &ShownDocument::position) > 0 ||
         has_document(log_[found->second], shown));
    if (begins_next) {
      ++notes_.separated;
      found->second = log_.size();
    }
    if (is_new || begins_next) log_.push_back({query, "", user, time, {}});
    return log_[found->second];
  }

  const LogInput& options_;
  ClickNotes& notes_;
  Place place_;
  std::size_t columns_ = 0;
  std::array<std::size_t, kColumns> at_{};
  TextMap<std::size_t> places_;
  ClickLog log_;
};

}  // namespace

ClickLog read_click_csv(const ConvertInput& input, ClickNotes& notes) {
  ClickCsv csv(input.log, notes);
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
