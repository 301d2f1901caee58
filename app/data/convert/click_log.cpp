#include "app/data/convert/click_log.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include <spdlog/spdlog.h>

#include "algorithms/core/hash.hpp"
#include "algorithms/data/letor.hpp"
#include "algorithms/data/lines.hpp"
#include "algorithms/data/user_log_reader.hpp"
#include "app/base/csv.hpp"
#include "app/base/record_sorter.hpp"
#include "app/data/convert/packed_fields.hpp"
#include "app/data/convert/packed_output.hpp"
#include "app/data/letor_input.hpp"

namespace fedltr {
namespace {

constexpr std::array kClickColumns = {"qid",   "docno", "position",
                                      "click", "user",  "timestamp"};
constexpr std::size_t kWithoutUsers = 4;
constexpr const char* kPropensityColumn = "propensity";

bool knows(const LoggedSearch& search) {
  return !search.user.empty() || !search.time.empty();
}

bool has_propensity(const LoggedSearch& search) {
  return std::ranges::any_of(search.shown, [](const ShownDocument& shown) {
    return shown.propensity > 0;
  });
}

bool is_blank(char c) {
  return static_cast<unsigned char>(c) <= ' ' || c == 127;
}

/// True if a search without a time is read as one apart from the search before
/// it: its first document, or that one's position, recurs.
bool begins_apart(const LoggedSearch& search, const LoggedSearch& before) {
  const ShownDocument& first = search.shown.front();
  return std::ranges::any_of(before.shown, [&](const ShownDocument& shown) {
    return shown.document == first.document || shown.position == first.position;
  });
}

/// Returns the places in a log, sortable(), of searches whose lines would be
/// read as those of another search before them, of the same query, user and
/// time.
std::set<std::string> repeated_searches(const ClickLog& log) {
  RecordSorter by_key;
  std::uint64_t place = 0;
  for (const LoggedSearch& search : log) {
    FieldWriter key;
    for (const std::string* text : {&search.query, &search.user, &search.time})
      key.text(*text);
    FieldWriter value;
    value.text(sortable(place++));
    value.text(search.time.empty() ? packed_search(search) : "");
    by_key.add(key.bytes(), value.bytes());
  }
  std::set<std::string> repeated;
  std::optional<std::string> last;
  LoggedSearch before;  // without a time
  by_key.visit([&](std::string_view key, std::string_view value) {
    FieldReader fields(value);
    const std::string at = fields.text();
    const std::string packed = fields.text();
    LoggedSearch search =
        packed.empty() ? LoggedSearch() : unpacked_search(packed);
    if (key == last && (packed.empty() || !begins_apart(search, before))) {
      repeated.insert(at);
      return;
    }
    last = key;
    before = std::move(search);
  });
  return repeated;
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

std::string packed_search(const LoggedSearch& search) {
  FieldWriter fields;
  for (const std::string* text :
       {&search.query, &search.name, &search.user, &search.time})
    fields.text(*text);
  fields.number(search.file);
  fields.number(search.line);
  for (const ShownDocument& shown : search.shown) {
    fields.text(shown.document);
    fields.number(std::uint64_t{shown.position} * 2 + (shown.clicked ? 1 : 0));
    fields.real(shown.propensity);
  }
  return fields.bytes();
}

LoggedSearch unpacked_search(std::string_view bytes) {
  FieldReader fields(bytes);
  LoggedSearch search;
  for (std::string* text :
       {&search.query, &search.name, &search.user, &search.time})
    *text = fields.text();
  search.file = fields.number();
  search.line = fields.number();
  while (!fields.done()) {
    ShownDocument shown;
    shown.document = fields.text();
    const std::uint64_t number = fields.number();
    shown.position = static_cast<std::uint32_t>(number / 2);
    shown.clicked = number % 2 == 1;
    shown.propensity = fields.real();
    search.shown.push_back(std::move(shown));
  }
  return search;
}

void ClickLog::add(const LoggedSearch& search) {
  const std::string bytes = packed_search(search);
  const std::uint64_t size = bytes.size();
  bytes_.append({reinterpret_cast<const char*>(&size), sizeof size});
  bytes_.append(bytes);
  ++searches_;
}

ClickLog::Iterator::Iterator(const ClickLog& log)
    : reader_(log.bytes_, 0, log.bytes_.size()) {
  ++*this;
}

ClickLog::Iterator& ClickLog::Iterator::operator++() {
  done_ = reader_.done();
  if (done_) return *this;
  std::uint64_t size = 0;
  std::memcpy(&size, reader_.take(sizeof size).data(), sizeof size);
  search_ = unpacked_search(reader_.take(size));
  return *this;
}

void write_click_csv(const std::string& file, const ClickLog& log) {
  bool known = false;
  for (const LoggedSearch& search : log) known = known || knows(search);
  std::vector<CsvValue> line(kClickColumns.begin(), kClickColumns.end());
  if (!known) line.erase(line.begin() + kWithoutUsers, line.end());
  const auto searches = std::ranges::distance(log);
  const auto weighed = std::ranges::count_if(log, has_propensity);
  const bool weighs = weighed > 0 && weighed == searches;
  if (weighed > 0 && !weighs)
    spdlog::warn(
        "{} of {} searches have propensities: the column is left out, as "
        "readers of clicks need all or none",
        weighed, searches);
  if (weighs) line.emplace_back(kPropensityColumn);
  const std::set<std::string> repeated = repeated_searches(log);
  if (!repeated.empty())
    spdlog::warn(
        "{} of {} searches are left out: another has the same query, user and "
        "time, by which readers of clicks distinguish searches",
        repeated.size(), searches);
  CsvLines lines(file);
  lines.add(line);
  std::uint64_t place = 0;
  for (const LoggedSearch& search : log) {
    if (repeated.contains(sortable(place++))) continue;
    for (const ShownDocument& shown : search.shown) {
      line = {search.query, shown.document, shown.position,
              shown.clicked ? 1 : 0};
      if (known) line.insert(line.end(), {search.user, search.time});
      if (weighs) line.emplace_back(shown.propensity);
      lines.add(line);
    }
  }
  lines.commit();
}

namespace {

/// Returns a search as its log has it, with its place, for messages.
std::string shown_search(const LoggedSearch& search,
                         const std::vector<std::string>& files) {
  const std::string file = shown_path(files.at(search.file));
  return (search.line > 0 ? at_line(file, search.line) : file + ": ") +
         "a search of query " + in_quotes(search.query) +
         (search.user.empty() ? "" : " by user " + in_quotes(search.user));
}

}  // namespace

void require_times(const ClickLog& log, const std::vector<std::string>& files,
                   const std::string& hint) {
  UserTimes times;
  for (const LoggedSearch& search : log) {
    if (search.time.empty())
      throw DataError(shown_search(search, files) +
                      " has no time, as a file of users needs" + hint);
    try {
      times.read(search.time);
    } catch (const std::invalid_argument& error) {
      throw DataError(shown_search(search, files) + ": " + error.what() +
                      ", as a file of users needs");
    }
  }
}

void write_users_csv(const std::string& file, const ClickLog& log) {
  const std::string anonymous = "anonymous.";
  TextSet<> users;  // that have such a name
  for (const LoggedSearch& search : log)
    if (search.user.starts_with(anonymous)) users.insert(search.user);
  std::uint64_t number = 0;
  const auto next_user = [&] {
    std::string name;
    do name = anonymous + std::to_string(++number);
    while (users.contains(name));
    return name;
  };
  CsvLines lines(file);
  lines.add({"qid", "user", "timestamp"});
  for (const LoggedSearch& search : log)
    lines.add({search.name, search.user.empty() ? next_user() : search.user,
               search.time});
  lines.commit();
}

std::string one_word(std::string_view text) {
  const bool is_empty = text.empty();
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  std::string word;
  for (const char c : text) {
    const bool stands_for_blank = is_blank(c) || c == '#';
    if (!stands_for_blank)
      word += c;
    else if (!word.ends_with('_'))
      word += '_';
  }
  return word.empty() && !is_empty ? "_" : word;
}

void add_example(std::vector<std::string>& examples, const std::string& name) {
  if (examples.size() < kMostExamples &&
      std::ranges::count(examples, name) == 0)
    examples.push_back(name);
}

std::uint32_t first_position_of(std::uint32_t smallest,
                                std::optional<std::uint32_t> given) {
  return given.value_or(smallest == 0 ? 0 : 1);
}

void LogBuilder::add(std::uint64_t first, LoggedSearch search) {
  std::ranges::stable_sort(search.shown, {}, &ShownDocument::position);
  const auto twice =
      std::ranges::adjacent_find(search.shown, {}, &ShownDocument::position);
  shared_places_ += twice != search.shown.end() ? 1 : 0;
  std::string query = one_word(search.query);
  if (query != search.query) renamed_.insert(search.query);
  numbers_.try_emplace(std::move(query), 0);
  by_place_.add(sortable(first), packed_search(search));
}

ClickLog LogBuilder::take(ClickNotes& notes) {
  ClickLog log;
  by_place_.visit([&](std::string_view, std::string_view bytes) {
    LoggedSearch search = unpacked_search(bytes);
    search.name = one_word(search.query);
    std::uint64_t& number = numbers_.find(search.name)->second;
    if (++number > 1) {
      const auto name = [&] {
        return search.name + "." + std::to_string(number);
      };
      // The log may hold a query of this name. That of no other query's search
      // is the same: its last number would be, and then the query.
      while (numbers_.contains(name())) ++number;
      search.name = name();
    }
    notes.anonymous += search.user.empty() ? 1 : 0;
    log.add(search);
  });
  notes.renamed = renamed_.size();
  notes.shared_places = shared_places_;
  return log;
}

}  // namespace fedltr
