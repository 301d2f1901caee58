#include "app/base/json_members.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/data/letor.hpp"
#include "app/base/files.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

/// Describes a value, short enough for a line.
std::string shown(const Json& value) {
  if (value.is_structured())
    return std::string(value.is_array() ? "an array" : "an object") + " of " +
           std::to_string(value.size());
  std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  if (text.size() > 40) text = text.substr(0, 40) + "...";
  return text;
}

/// Returns the message in one line, without the library's numbering.
std::string reason(const Json::exception& error) {
  std::string what = error.what();
  if (const std::size_t end = what.find("] "); end != std::string::npos)
    what.erase(0, end + 2);
  std::ranges::replace(what, '\n', ' ');
  return what.substr(0, 200);
}

}  // namespace

Json read_json(const std::filesystem::path& file, std::size_t most) {
  return parse_json(file_text(file, most), file.string());
}

Json parse_json(const std::string& text, const std::string& file) {
  std::size_t values = 0;
  const auto bounded = [&](int depth, Json::parse_event_t, const Json&) {
    if (depth > kMaxJsonDepth)
      throw DataError(file + ": is nested deeper than " +
                      std::to_string(kMaxJsonDepth) + " levels");
    if (++values > kMaxJsonValues)
      throw DataError(file + ": holds more than " +
                      with_commas(kMaxJsonValues) + " values");
    return true;
  };
  try {
    return Json::parse(text, bounded);
  } catch (const Json::exception& error) {
    throw DataError(file + ": is no JSON: " + reason(error));
  }
}

JsonMembers::JsonMembers(const Json& object, std::string file, std::string path)
    : object_(object), file_(std::move(file)), path_(std::move(path)) {
  if (!object.is_object())
    throw DataError(
        file_ + ": " +
        (path_.empty() ? "the file" : path_.substr(0, path_.size() - 1)) +
        " is " + shown(object) + ", expected an object");
}

bool JsonMembers::has(const std::string& name) const {
  return object_.contains(name);
}

const Json& JsonMembers::at(const std::string& name) const {
  const auto found = object_.find(name);
  if (found == object_.end()) fail(name, "is missing");
  return *found;
}

void JsonMembers::fail(const std::string& name, const std::string& what) const {
  throw DataError(file_ + ": " + path_ + name + ": " + what);
}

bool JsonMembers::flag(const std::string& name) const {
  const Json& value = at(name);
  if (!value.is_boolean())
    fail(name, "expected true or false, got " + shown(value));
  return value;
}

double JsonMembers::real(const std::string& name) const {
  const Json& value = at(name);
  if (value.is_null()) return std::nan("");
  if (!value.is_number()) fail(name, "expected a number, got " + shown(value));
  return value;
}

std::string JsonMembers::text(const std::string& name) const {
  const Json& value = at(name);
  if (!value.is_string()) fail(name, "expected a text, got " + shown(value));
  return value;
}

std::uint64_t JsonMembers::whole_within(const std::string& name,
                                        std::uint64_t least,
                                        std::uint64_t most) const {
  const Json& value = at(name);
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() < least ||
      value.get<std::uint64_t>() > most)
    fail(name, "expected an integer " + std::to_string(least) + " to " +
                   std::to_string(most) + ", got " + shown(value));
  return value;
}

Vector JsonMembers::numbers(const std::string& name, const Json& array,
                            std::size_t least, std::size_t most) const {
  if (!array.is_array() || array.size() < least || array.size() > most)
    fail(name, "expected " +
                   (least == most ? std::to_string(least)
                                  : std::to_string(least) + " to " +
                                        std::to_string(most)) +
                   " numbers, got " + shown(array));
  Vector values(std::ssize(array));
  Index i = 0;
  for (const Json& value : array) {
    if (!value.is_number() || !std::isfinite(value.get<double>()))
      fail(name, "number " + std::to_string(i + 1) + " is " + shown(value));
    values(i++) = value;
  }
  return values;
}

Vector JsonMembers::reals(const std::string& name, std::size_t least,
                          std::size_t most) const {
  return numbers(name, at(name), least, most);
}

const Json& JsonMembers::array_at(const std::string& name) const {
  const Json& array = at(name);
  if (!array.is_array())
    fail(name, "expected an array of arrays, got " + shown(array));
  return array;
}

std::vector<Vector> JsonMembers::rows_or_null(const std::string& name,
                                              std::size_t size) const {
  std::vector<Vector> rows;
  for (const Json& row : array_at(name))
    rows.push_back(row.is_null() ? Vector() : numbers(name, row, size, size));
  return rows;
}

std::vector<std::string> JsonMembers::names() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : object_.items()) names.push_back(name);
  return names;
}

std::vector<Vector> JsonMembers::rows(const std::string& name,
                                      std::size_t size) const {
  return rows(name, size, size);
}

std::vector<Vector> JsonMembers::rows(const std::string& name,
                                      std::size_t least,
                                      std::size_t most) const {
  const Json& array = array_at(name);
  std::vector<Vector> rows;
  rows.reserve(array.size());
  for (const Json& row : array) rows.push_back(numbers(name, row, least, most));
  return rows;
}

std::vector<std::string> JsonMembers::texts(const std::string& name,
                                            std::size_t most) const {
  const Json& array = at(name);
  if (!array.is_array() || array.size() > most)
    fail(name, "expected at most " + std::to_string(most) + " texts, got " +
                   shown(array));
  std::vector<std::string> texts;
  for (const Json& value : array) {
    if (!value.is_string()) fail(name, "expected texts, got " + shown(value));
    texts.push_back(value);
  }
  return texts;
}

JsonMembers JsonMembers::object(const std::string& name) const {
  return {at(name), file_, path_ + name + "."};
}

void JsonMembers::each_object(
    const std::string& name,
    const std::function<void(const JsonMembers&)>& visit) const {
  const Json& array = at(name);
  if (!array.is_array())
    fail(name, "expected an array of objects, got " + shown(array));
  std::size_t number = 0;
  for (const Json& value : array)
    visit({value, file_, path_ + name + "[" + std::to_string(number++) + "]."});
}

std::size_t JsonMembers::place_of(const std::string& name,
                                  const std::vector<std::string>& names) const {
  const std::string said = text(name);
  const auto found = std::ranges::find(names, said);
  if (found == names.end())
    fail(name,
         "'" + said.substr(0, 40) + "': expected one of " + join(names, ", "));
  return static_cast<std::size_t>(found - names.begin());
}

}  // namespace fedltr
