#include <optional>
#include <utility>
#include <vector>

#include <simdjson.h>

#include "app/base/json.hpp"

namespace fedltr {
namespace {

using simdjson::dom::element;
using simdjson::dom::element_type;

Json json_of(const element& value);

Json json_of(const simdjson::dom::array& array) {
  Json::array_t values;
  values.reserve(array.size());
  for (const element value : array) values.push_back(json_of(value));
  return values;
}

/// The last member of a name counts, as in Json::parse().
Json json_of(const simdjson::dom::object& object) {
  Json values = Json::object();
  for (const auto& [name, value] : object)
    values[std::string(name)] = json_of(value);
  return values;
}

/// Returns a value of the kind that Json::parse() gives.
Json json_of(const element& value) {
  switch (value.type()) {
    case element_type::ARRAY:
      return json_of(simdjson::dom::array(value));
    case element_type::OBJECT:
      return json_of(simdjson::dom::object(value));
    case element_type::INT64:
      if (const auto whole = std::int64_t{value}; whole < 0) return whole;
      return std::uint64_t{value};
    case element_type::UINT64:
      return std::uint64_t{value};
    case element_type::DOUBLE:
      return double{value};
    case element_type::STRING:
      return std::string(std::string_view{value});
    case element_type::BOOL:
      return bool{value};
    case element_type::NULL_VALUE:
      break;
  }
  return nullptr;
}

/// Returns a row of numbers; nullopt for anything else.
std::optional<Vector> row_of(const element& value) {
  simdjson::dom::array numbers;
  if (value.get_array().get(numbers) != simdjson::SUCCESS) return {};
  Vector row(std::ssize(numbers));
  Index i = 0;
  for (const element number : numbers)
    if (number.get_double().get(row(i++)) != simdjson::SUCCESS) return {};
  return row;
}

/// Returns rows of numbers, one or more each; nullopt for anything else.
std::optional<std::vector<Vector>> rows_of(const element& value) {
  simdjson::dom::array array;
  if (value.get_array().get(array) != simdjson::SUCCESS) return {};
  std::vector<Vector> rows;
  rows.reserve(array.size());
  for (const element each : array) {
    auto row = row_of(each);
    if (!row || row->size() == 0) return {};
    rows.push_back(std::move(*row));
  }
  return rows;
}

}  // namespace

JsonWithRows json_with_rows(const std::string& text, const std::string& name) {
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  if (parser.parse(text).get(object) != simdjson::SUCCESS)
    return {json_if_valid(text), {}};
  JsonWithRows read{Json::object(), {}};
  for (const auto& [key, value] : object) {
    const bool are_rows = key == name;
    if (are_rows) read.rows = rows_of(value);
    read.json[std::string(key)] =
        are_rows && read.rows ? Json() : json_of(value);
  }
  return read;
}

Json json_if_valid(const std::string& text) {
  simdjson::dom::parser parser;
  element value;
  if (parser.parse(text).get(value) == simdjson::SUCCESS) return json_of(value);
  // Accepts a few texts more, such as integers beyond 64 bits.
  return Json::parse(text, nullptr, false);
}

}  // namespace fedltr
