#include "app/data/convert/click_log.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "algorithms/core/hash.hpp"
#include "algorithms/data/csv_reader.hpp"
#include "algorithms/data/lines.hpp"
#include "app/base/csv.hpp"
#include "app/base/text.hpp"
#include "app/data/convert/each_line.hpp"
#include "app/data/convert/letor_row.hpp"
#include "app/data/convert/packed_output.hpp"
#include "app/data/letor_input.hpp"

namespace fedltr {
namespace {

using ClickValues = std::span<const std::string>;

constexpr std::array kClickColumns = {"qid",   "docno", "position",
                                      "click", "user",  "timestamp"};
enum ClickColumn { kQid, kDocno, kPosition, kClick, kUser, kTime };
constexpr std::size_t kNeeded = 4;
constexpr std::size_t kNoColumn = std::numeric_limits<std::size_t>::max();

/// Reads several files, in order, into one log.
class ClickCsv {
 public:
  void read(const std::string& file) {
    place_.file = shown_path(file);
    columns_ = 0;
    CsvReader csv(shown_path(file), [&](ClickValues values, std::size_t line) {
      place_.line = line;
      if (values.size() == 1 && values[0].empty()) return;
      columns_ == 0 ? find_columns(values) : take(values);
    });
    each_piece(file, [&](std::string_view piece) { csv.feed(piece); });
    csv.end();
  }
  ClickLog log() { return finished(std::move(log_)); }

 private:
  void find_columns(ClickValues names) {
    columns_ = names.size();
    for (std::size_t i = 0; i < kClickColumns.size(); ++i) {
      const auto found = std::ranges::find(names, kClickColumns[i]);
      at_[i] = found == names.end()
                   ? kNoColumn
                   : static_cast<std::size_t>(found - names.begin());
      if (found == names.end() && i < kNeeded)
        place_.fail("the first line names no column " +
                    std::string(kClickColumns[i]) +
                    "; expected qid,docno,position,click[,user,timestamp]");
    }
    if ((at_[kUser] == kNoColumn) != (at_[kTime] == kNoColumn))
      place_.fail("expected both user and timestamp, or neither");
  }

  void take(ClickValues values) {
    if (values.size() != columns_)
      place_.fail(std::to_string(values.size()) +
                  " values, but the first line names " +
                  std::to_string(columns_) + " columns");
    const auto value = [&](ClickColumn column) -> const std::string& {
      static const std::string kNothing;
      const std::size_t at = at_[static_cast<std::size_t>(column)];
      if (at == kNoColumn) return kNothing;
      if (values[at].empty() && column < kNeeded)
        place_.fail(
            "an empty " +
            std::string(kClickColumns[static_cast<std::size_t>(column)]));
      return values[at];
    };
    LoggedSearch& search = search_of(value(kQid), value(kUser), value(kTime));
    const auto position = parse_whole(value(kPosition));
    if (!position || *position < 1 || *position > kMaxPosition)
      place_.fail("position " + in_quotes(value(kPosition)) +
                  ": expected an integer 1 to " + std::to_string(kMaxPosition));
    const std::string& click = value(kClick);
    if (click != "0" && click != "1")
      place_.fail("click " + in_quotes(click) + ": expected 0 or 1");
    if (std::ranges::count(search.shown, value(kDocno),
                           &ShownDocument::document) > 0)
      place_.fail("document " + in_quotes(value(kDocno)) +
                  " occurs twice in a search");
    if (search.shown.size() == kMaxShown)
      place_.fail("a search of more than the " + std::to_string(kMaxShown) +
                  " documents that are allowed");
    search.shown.push_back(
        {value(kDocno), static_cast<std::uint32_t>(*position), click == "1"});
  }

  LoggedSearch& search_of(const std::string& query, const std::string& user,
                          const std::string& time) {
    // Length prefixes separate the parts unambiguously.
    const std::string key = std::to_string(query.size()) + "," +
                            std::to_string(user.size()) + "," + query + user +
                            time;
    const auto [found, is_new] = places_.try_emplace(key, log_.size());
    if (is_new) log_.push_back({query, "", user, time, {}});
    return log_[found->second];
  }

  Place place_;
  std::size_t columns_ = 0;
  std::array<std::size_t, kClickColumns.size()> at_{};
  TextMap<std::size_t> places_;
  ClickLog log_;
};

bool knows(const LoggedSearch& search) {
  return !search.user.empty() && !search.time.empty();
}

/// Writes lines of texts and numbers as CSV.
class CsvLines {
 public:
  explicit CsvLines(const std::string& file) : output_(file) {}

  void add(const std::vector<CsvValue>& values) {
    line_.clear();
    append_csv_row(line_, values);
    output_.write(line_);
  }
  void commit() { output_.commit(); }

 private:
  PackedOutput output_;
  std::string line_;
};

}  // namespace

ClickLog read_click_csv(const ConvertInput& input, ClickNotes& /*notes*/) {
  ClickCsv csv;
  for (const std::string& file : input.files) csv.read(file);
  return csv.log();
}

void write_click_csv(const std::string& file, const ClickLog& log) {
  const bool known = std::ranges::any_of(log, knows);
  std::vector<CsvValue> line(kClickColumns.begin(), kClickColumns.end());
  if (!known) line.erase(line.begin() + kNeeded, line.end());
  CsvLines lines(file);
  lines.add(line);
  for (const LoggedSearch& search : log)
    for (const ShownDocument& shown : search.shown) {
      line = {search.query, shown.document, shown.position,
              shown.clicked ? 1 : 0};
      if (known) line.insert(line.end(), {search.user, search.time});
      lines.add(line);
    }
  lines.commit();
}

void require_users(const ClickLog& log) {
  const auto unknown = std::ranges::find_if_not(log, knows);
  if (unknown != log.end())
    throw DataError("search " + in_quotes(unknown->name) +
                    " of the log has no user or no time, as a file of users "
                    "needs");
}

void write_users_csv(const std::string& file, const ClickLog& log) {
  CsvLines lines(file);
  lines.add({"qid", "user", "timestamp"});
  for (const LoggedSearch& search : log)
    lines.add({search.name, search.user, search.time});
  lines.commit();
}

ClickLog finished(ClickLog log) {
  TextSet names;
  for (const LoggedSearch& search : log) names.insert(search.query);
  TextMap<std::uint64_t> numbers;  // last one used, by query
  for (LoggedSearch& search : log) {
    std::ranges::stable_sort(search.shown, {}, &ShownDocument::position);
    search.name = search.query;
    auto& number = numbers[search.query];
    if (++number == 1) continue;
    // The log may hold a query of this name.
    while (!names.insert(search.query + "." + std::to_string(number)).second)
      ++number;
    search.name += "." + std::to_string(number);
  }
  return log;
}

}  // namespace fedltr
