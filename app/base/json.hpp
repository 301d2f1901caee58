#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "algorithms/core/linalg.hpp"
#include "algorithms/statistics/spread.hpp"
#include "app/base/json_fwd.hpp"

namespace fedltr {

/// null for NaN and infinities, which JSON has no numbers for.
Json json_number(double value);
Json json_of(const Spread& spread);
Json json_of(const Vector& values);

/// The text of a JSON file: indented by two, numbers in digits that read back
/// as the same number. U+FFFD stands for bytes that are no UTF-8, as names of
/// files may have them.
std::string json_text(const Json& json);
/// The same in one line, without its end.
std::string json_line(const Json& json);

/// @throws Json::exception
Json parse_json(const std::string& text);
/// Discarded, and so of no type, if it is no JSON.
Json json_if_valid(const std::string& text);

}  // namespace fedltr
