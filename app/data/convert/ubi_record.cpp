#include "app/data/convert/ubi_record.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>

#include "algorithms/data/csv_reader.hpp"
#include "algorithms/data/lines.hpp"
#include "algorithms/data/missing.hpp"
#include "app/base/text.hpp"
#include "app/data/convert/click_csv.hpp"
#include "app/data/convert/csv_columns.hpp"
#include "app/data/convert/each_line.hpp"
#include "app/data/convert/json_cutter.hpp"
#include "app/data/convert/json_record.hpp"
#include "app/data/letor_input.hpp"

namespace fedltr {
namespace {

constexpr const char* kUbi = "an event or a query of UBI";

using MemberNames = std::initializer_list<const char*>;

// Names of columns, and of members of a flat object.
constexpr MemberNames kUsers = {"client_id", "user_id", "session_id"};
constexpr MemberNames kObjects = {"object_id",
                                  "event_attributes.object.object_id"};
constexpr MemberNames kPositions = {"ordinal",
                                    "rank",
                                    "position",
                                    "event_attributes.position.ordinal",
                                    "event_attributes.position.ordinal.index",
                                    "event_attributes.rank"};

/// Returns a member, or null.
const Record& member(const Record& object, const char* name) {
  static const Record kNothing;
  if (!object.is_object()) return kNothing;
  const auto found = object.find(name);
  return found == object.end() ? kNothing : *found;
}

/// Returns a text, unless it stands for a missing name.
std::string known(std::string text) {
  return is_missing_name(text) ? "" : text;
}

/// Returns the first member that is a text or an integer, and known.
std::string first_text(const Record& object, MemberNames names) {
  std::string text;
  for (const char* const name : names)
    if (text.empty() && object.is_object())
      text = known(text_member(object, name));
  return text;
}

/// Parses a position; nullopt if it is none.
std::optional<std::uint32_t> position_in(std::string_view text) {
  const auto position = parse_count(text);
  if (!position || *position > kMaxPosition) return std::nullopt;
  return static_cast<std::uint32_t>(*position);
}

/// Returns the position in the first value that is a text or a number.
std::optional<std::uint32_t> position_of(const Record& json) {
  const Record& attributes = member(json, "event_attributes");
  const Record& ordinal = member(member(attributes, "position"), "ordinal");
  std::vector<const Record*> values = {&ordinal, &member(ordinal, "index"),
                                       &member(attributes, "rank")};
  for (const char* const name : kPositions)
    values.push_back(&member(json, name));
  for (const Record* const value : values) {
    if (value->is_string())
      return position_in(value->get_ref<const std::string&>());
    if (value->is_number()) return position_in(value->dump());
  }
  return std::nullopt;
}

/// True for a request of OpenSearch or Solr that asks for a log.
bool is_search_request(const Record& json) {
  return !member(member(json, "ext"), "ubi").is_null() ||
         !member(member(json, "params"), "ubi").is_null();
}

/// True for an action of the _bulk API, whose source is the next line.
bool is_bulk_action(const Record& record) {
  return record.size() == 1 && record.begin()->is_object() &&
         std::ranges::count(std::array{"index", "create", "update", "delete"},
                            record.begin().key()) > 0;
}

/// Returns the names in an array; of another value none.
std::vector<std::string> names_of(const Record& list) {
  std::vector<std::string> names;
  if (!list.is_array()) return names;
  for (const Record& each : list)
    if (each.is_string() || each.is_number_integer())
      names.push_back(each.is_string() ? each.get<std::string>() : each.dump());
  return names;
}

UbiRecord record_of(const Record& json) {
  UbiRecord record;
  const Record& object = member(member(json, "event_attributes"), "object");
  record.action = text_member(json, "action_name");
  record.query = first_text(json, {"query_id"});
  record.text = first_text(json, {"user_query"});
  record.user = first_text(json, kUsers);
  record.time = first_text(json, {"timestamp"});
  record.document = first_text(object, {"object_id"});
  if (record.document.empty()) record.document = first_text(json, kObjects);
  record.position = position_of(json);
  record.list = names_of(member(json, "query_response_hit_ids"));
  record.is_request = is_search_request(json);
  return record;
}

/// Returns the names in `["a", "b"]`, `['a', 'b']` or `a, b`.
std::vector<std::string> names_in(std::string_view text) {
  const Record json = Record::parse(text, nullptr, false);
  if (json.is_array()) return names_of(json);
  if (text.starts_with('[')) text.remove_prefix(1);
  if (text.ends_with(']')) text.remove_suffix(1);
  std::vector<std::string> names;
  while (!text.empty()) {
    const std::size_t begin = text.find_first_not_of(' ');
    const char first = begin == std::string_view::npos ? ' ' : text[begin];
    const bool is_quoted = first == '"' || first == '\'';
    const std::size_t close =
        is_quoted ? text.find(first, begin + 1) : std::string_view::npos;
    const bool is_closed = close != std::string_view::npos;
    const std::size_t comma = text.find(',', is_closed ? close : 0);
    std::string name =
        is_closed ? std::string(text.substr(begin + 1, close - begin - 1))
                  : trim(text.substr(0, comma));
    if (!name.empty()) names.push_back(std::move(name));
    text.remove_prefix(std::min(comma, text.size() - 1) + 1);
  }
  return names;
}

/// Reads a table of events or queries.
class UbiTable {
 public:
  UbiTable(const std::string& file, char separator, const TakeUbiRecord& take)
      : place_{file, 0},
        take_(take),
        csv_(
            file,
            [this](auto values, std::size_t line) {
              place_.line = line;
              if (values.size() == 1 && values[0].empty()) return;
              names_.empty() ? begin(values) : read(values);
            },
            separator) {}

  void feed(std::string_view piece) { csv_.feed(piece); }
  void end() { csv_.end(); }

 private:
  using Values = std::span<const std::string>;

  void begin(Values names) {
    names_.assign(names.begin(), names.end());
    if (!are_ubi_columns(names_))
      place_.fail("expected " + std::string(kUbi) +
                  ": JSON objects, or a table whose first line names query_id "
                  "and action_name or user_query");
  }

  void read(Values values) {
    if (values.size() != names_.size())
      place_.fail(std::to_string(values.size()) +
                  " values, but the first line names " +
                  std::to_string(names_.size()) + " columns");
    values_ = values;
    UbiRecord record;
    record.action = first({"action_name"});
    record.query = first_known({"query_id"});
    record.text = first_known({"user_query"});
    record.user = first_known(kUsers);
    record.time = first_known({"timestamp"});
    record.document = first_known(kObjects);
    record.position = position_in(first(kPositions));
    record.list = names_in(first_known({"query_response_hit_ids"}));
    take_(record, place_);
  }

  /// Returns the same without what stands for a missing name.
  std::string first_known(MemberNames columns) const {
    for (const char* const column : columns)
      if (std::string value = known(first({column})); !value.empty())
        return value;
    return "";
  }

  /// Returns the first of the columns that is there and not blank.
  std::string first(MemberNames columns) const {
    for (const char* const column : columns)
      for (std::size_t i = 0; i < names_.size(); ++i)
        if (names_[i] == column && !values_[i].empty()) return values_[i];
    return "";
  }

  Place place_;
  const TakeUbiRecord& take_;
  CsvReader csv_;
  std::vector<std::string> names_;
  Values values_;
};

/// True if a text is a table, not JSON.
bool is_table(std::string_view text) {
  text = without_mark(text);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] != '{' &&
         text[first] != '[';
}

}  // namespace

void each_ubi_record(const std::string& file, const TakeUbiRecord& take) {
  Place place{shown_path(file), 0};
  std::optional<UbiTable> table;
  JsonCutter objects(
      place.file, kUbi, [&](std::string_view text, std::size_t line) {
        place.line = line;
        const Record json = parse_record(text, kUbi, place);
        if (is_bulk_action(json)) return;
        const Record& source = member(json, "_source");
        take(record_of(source.is_object() ? source : json), place);
      });
  std::optional<bool> by_table;
  each_piece(file, [&](std::string_view piece) {
    if (!by_table) {
      by_table = is_table(piece);
      if (*by_table) table.emplace(place.file, separator_of_table(piece), take);
    }
    table ? table->feed(piece) : objects.feed(piece);
  });
  table ? table->end() : objects.end();
}

bool looks_like_ubi(std::string_view json) {
  const auto has = [&](std::string_view name) {
    return json.find(name) != std::string_view::npos;
  };
  return has("\"action_name\"") ||
         (has("\"query_id\"") &&
          (has("\"query_response_hit_ids\"") || has("\"user_query\"")));
}

bool are_ubi_columns(const std::vector<std::string>& names) {
  const auto has = [&](const char* name) {
    return std::ranges::count(names, name) > 0;
  };
  return has("query_id") && (has("action_name") || has("user_query") ||
                             has("query_response_hit_ids"));
}

}  // namespace fedltr
