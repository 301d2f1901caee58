#include "app/data/convert/click_log.hpp"

#include <algorithm>
#include <array>

#include "algorithms/core/hash.hpp"
#include "algorithms/data/letor.hpp"
#include "algorithms/data/lines.hpp"
#include "app/base/csv.hpp"
#include "app/data/convert/packed_output.hpp"

namespace fedltr {
namespace {

constexpr std::array kClickColumns = {"qid",   "docno", "position",
                                      "click", "user",  "timestamp"};
constexpr std::size_t kWithoutUsers = 4;

bool knows(const LoggedSearch& search) {
  return !search.user.empty() || !search.time.empty();
}

bool is_blank(char c) {
  return static_cast<unsigned char>(c) <= ' ' || c == 127;
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

void write_click_csv(const std::string& file, const ClickLog& log) {
  const bool known = std::ranges::any_of(log, knows);
  std::vector<CsvValue> line(kClickColumns.begin(), kClickColumns.end());
  if (!known) line.erase(line.begin() + kWithoutUsers, line.end());
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

void require_times(const ClickLog& log) {
  const auto unknown =
      std::ranges::find_if(log, &std::string::empty, &LoggedSearch::time);
  if (unknown != log.end())
    throw DataError("search " + in_quotes(unknown->name) +
                    " of the log has no time, as a file of users needs; "
                    "--timestamp names another column of it");
}

void write_users_csv(const std::string& file, const ClickLog& log) {
  require_times(log);
  TextSet<> users;
  for (const LoggedSearch& search : log) users.insert(search.user);
  std::uint64_t number = 0;
  const auto next_user = [&] {
    std::string name;
    do name = "anonymous." + std::to_string(++number);
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

void count_from_one(ClickLog& log, std::optional<std::uint32_t> first,
                    ClickNotes& notes) {
  if (log.empty()) return;
  std::vector<std::uint32_t> smallest;
  for (const LoggedSearch& search : log)
    smallest.push_back(
        std::ranges::min_element(search.shown, {}, &ShownDocument::position)
            ->position);
  const std::uint32_t from =
      first_position_of(std::ranges::min(smallest), first);
  notes.first_position = from;
  for (const std::uint32_t position : smallest)
    notes.begins_there.add(position == from);
  for (LoggedSearch& search : log)
    for (ShownDocument& shown : search.shown) shown.position += 1 - from;
}

ClickLog finished(ClickLog log, ClickNotes& notes) {
  TextSet<> names;
  TextSet<> renamed;
  for (const LoggedSearch& search : log) {
    const std::string& query = search.query;
    names.insert(one_word(query));
    if (one_word(query) != query) renamed.insert(query);
    notes.anonymous += search.user.empty() ? 1 : 0;
  }
  notes.renamed = renamed.size();
  TextMap<std::uint64_t> numbers;  // last one used, by query
  for (LoggedSearch& search : log) {
    std::ranges::stable_sort(search.shown, {}, &ShownDocument::position);
    const std::string query = one_word(search.query);
    search.name = query;
    auto& number = numbers[query];
    if (++number == 1) continue;
    // The log may hold a query of this name.
    while (!names.insert(query + "." + std::to_string(number)).second) ++number;
    search.name += "." + std::to_string(number);
  }
  return log;
}

}  // namespace fedltr
