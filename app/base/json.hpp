#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "algorithms/core/linalg.hpp"
#include "algorithms/statistics/spread.hpp"
#include "app/base/json_fwd.hpp"

namespace fedltr {

/// Returns null for NaN and infinities, which JSON can't represent.
Json json_number(double value);
Json json_of(const Spread& spread);
Json json_of(const Vector& values);

/// Returns the text of a JSON file: indented by two, numbers exact when read
/// back, and U+FFFD for bytes that are not UTF-8, which names of files may
/// hold.
std::string json_text(const Json& json);
/// Returns the same in one line, without a line feed.
std::string json_line(const Json& json);

/// Returns a text as these write it: U+FFFD for bytes that are not UTF-8.
std::string text_in_json(const std::string& text);

/// @throws Json::exception
Json parse_json(const std::string& text);
/// Returns the same value, four times as fast, or a discarded one, which has no
/// type, if the text is not JSON.
Json json_if_valid(const std::string& text);

/// A request whose rows of numbers, by far the most of it, are no Json values.
struct JsonWithRows {
  Json json;  ///< discarded if the text is invalid
  /// The member's rows, one or more finite numbers each; the member is then
  /// null in `json`. Nullopt if it is missing or anything else.
  std::optional<std::vector<Vector>> rows;
};
JsonWithRows json_with_rows(const std::string& text, const std::string& name);

}  // namespace fedltr
