#include "algorithms/data/user_log_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "algorithms/core/hash.hpp"
#include "algorithms/data/lines.hpp"
#include "algorithms/data/missing.hpp"

namespace fedltr {
namespace {

/// Returns the value of a text that is a finite number; nullopt for other text.
std::optional<double> number_in(std::string_view text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value))
    return std::nullopt;
  return value;
}

/// The same for all digits.
char without_digits(char c) {
  return c >= '0' && c <= '9' ? '0' : c;
}

/// True if two times have digits at the same places, up to the end of the
/// shorter one.
bool are_alike(std::string_view a, std::string_view b) {
  return std::ranges::equal(a.substr(0, b.size()), b.substr(0, a.size()), {},
                            without_digits, without_digits);
}

/// True for `2026-01` or `20260131T`, with any signs between the digits, and
/// whatever follows.
bool begins_with_year(std::string_view text) {
  constexpr std::size_t kDate = 8;
  std::string start(text.substr(0, kDate));
  std::ranges::transform(start, start.begin(), without_digits);
  return start.starts_with("0000") &&
         (start == "00000000" ||
          (start.size() >= 7 && start[4] != '0' && start.substr(5, 2) == "00"));
}

/// Returns what follows date and time, such as `Z` or `+01:00`.
std::string_view zone_of(std::string_view time) {
  constexpr std::size_t kDate = 11;  // with what separates it from the time
  if (time.size() <= kDate) return "";
  const std::size_t end = time.find_first_not_of("0123456789:.,", kDate);
  return end == std::string_view::npos ? "" : time.substr(end);
}

}  // namespace

std::pair<double, std::string> UserTimes::read(std::string_view text) {
  const auto number = number_in(text);
  if (is_first_) {
    numbers_ = number.has_value();
    zone_ = zone_of(text);
    date_ = text.substr(0, text.size() - zone_.size());
  }
  if (numbers_ != number.has_value())
    throw std::invalid_argument(
        "timestamps are numbers in some lines and text in others");
  std::pair<double, std::string> time;
  if (number)
    time.first = *number;
  else
    time.second = date_in(text);
  is_first_ = false;
  return time;
}

/// Returns a time in text, without its zone, so that the alphabet orders it.
std::string UserTimes::date_in(std::string_view text) const {
  const auto fail = [&](const std::string& expected) {
    throw std::invalid_argument("timestamp " + in_quotes(text) + ": expected " +
                                expected);
  };
  if (!begins_with_year(text))
    fail("a number, or year, month and day, as 2026-01-31 09:05:00");
  const std::string_view zone = zone_of(text);
  const std::string_view time = text.substr(0, text.size() - zone.size());
  if (zone != zone_)
    fail("one zone for all times, such as UTC; above " +
         (zone_.empty() ? "there is none" : "it is " + in_quotes(zone_)));
  if (!are_alike(time, date_))
    fail("digits where they are in " + in_quotes(date_));
  return std::string(time);
}

void UserLogReader::feed(std::string_view piece) {
  if (!csv_)
    csv_.emplace(
        name_,
        [this](Values values, std::size_t line) {
          columns_ == 0 ? find_columns(values) : add(values, line);
        },
        separator_of_table(piece));
  csv_->feed(piece);
}

void UserLogReader::find_columns(Values names) {
  const std::array<std::array<std::string_view, 2>, 3> wanted = {
      {{"qid", "qid"}, {"user", "user_id"}, {"timestamp", "timestamp"}}};
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    auto found = std::ranges::find(names, wanted[i][0]);
    if (found == names.end()) found = std::ranges::find(names, wanted[i][1]);
    if (found == names.end())
      throw DataError(at_line(name_, 1) + "the first line names no column " +
                      std::string(wanted[i][0]) +
                      "; expected qid,user,timestamp");
    places_[i] = static_cast<std::size_t>(found - names.begin());
  }
  columns_ = names.size();
}

void UserLogReader::add(Values values, std::size_t line) {
  const auto fail = [&](const std::string& what) {
    throw DataError(at_line(name_, line) + what);
  };
  if (values.size() == 1 && values[0].empty()) return;  // a blank line
  if (values.size() != columns_)
    fail(std::to_string(values.size()) + " values, but the first line names " +
         std::to_string(columns_) + " columns");
  for (const std::size_t place : places_) {
    if (values[place].empty()) fail("an empty qid, user or timestamp");
    if (place != places_[0] && is_missing_name(values[place]))
      fail(in_quotes(values[place]) +
           " stands for a missing user or timestamp: leave the row out");
  }
  UserSearch search{values[places_[0]], values[places_[1]], {}};
  try {
    search.time = times_.read(values[places_[2]]);
  } catch (const std::invalid_argument& error) {
    fail(error.what());
  }
  log_.push_back(std::move(search));
}

UserLog UserLogReader::take() {
  if (csv_) csv_->end();
  if (log_.empty()) throw DataError(name_ + ": has no searches");
  return std::move(log_);
}

UserLog parse_user_log(std::string_view text, const std::string& name) {
  UserLogReader reader(name);
  reader.feed(text);
  return reader.take();
}

std::vector<std::string> queries_by_time(const UserLog& log) {
  std::vector<const UserSearch*> searches;
  for (const UserSearch& search : log) searches.push_back(&search);
  std::ranges::stable_sort(searches, {}, &UserSearch::time);
  std::vector<std::string> queries;
  TextSet<std::string_view> seen;
  for (const UserSearch* search : searches)
    if (seen.insert(search->query).second) queries.push_back(search->query);
  return queries;
}

UserLog of_most_active(const UserLog& log, std::size_t users) {
  struct Active {
    std::string_view user;
    std::size_t searches = 0;
  };
  std::vector<Active> all;  // in the log's order
  TextMap<std::size_t, std::string_view> places;
  for (const UserSearch& search : log) {
    const auto [place, is_new] = places.try_emplace(search.user, all.size());
    if (is_new) all.push_back({search.user});
    ++all[place->second].searches;
  }
  std::ranges::stable_sort(all, std::ranges::greater(), &Active::searches);
  if (all.size() > users) all.resize(users);
  TextSet<std::string_view> kept;
  for (const Active& each : all) kept.insert(each.user);
  UserLog active;
  for (const UserSearch& search : log)
    if (kept.contains(search.user)) active.push_back(search);
  return active;
}

}  // namespace fedltr
