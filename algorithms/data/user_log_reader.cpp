#include "algorithms/data/user_log_reader.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "algorithms/core/hash.hpp"
#include "algorithms/data/lines.hpp"

namespace fedltr {
namespace {

std::pair<double, std::string> time_of(std::string_view text) {
  double value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() &&
      std::isfinite(value))
    return {value, ""};
  return {0, std::string(text)};
}

}  // namespace

UserLogReader::UserLogReader(const std::string& name)
    : name_(name), csv_(name, [this](Values values, std::size_t line) {
        columns_ == 0 ? find_columns(values) : add(values, line);
      }) {}

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
  for (const std::size_t place : places_)
    if (values[place].empty()) fail("an empty qid, user or timestamp");
  UserSearch search{values[places_[0]], values[places_[1]],
                    time_of(values[places_[2]])};
  const bool is_number = search.time.second.empty();
  if (log_.empty()) numbers_ = is_number;
  if (numbers_ != is_number)
    fail("timestamps are numbers in some lines and text in others");
  log_.push_back(std::move(search));
}

UserLog UserLogReader::take() {
  csv_.end();
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
