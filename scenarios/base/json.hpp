#pragma once

#include <cmath>
#include <string>

#include <nlohmann/json.hpp>

#include "algorithms/core/linalg.hpp"
#include "algorithms/statistics/spread.hpp"

namespace fedltr {

/// JSON whose members keep the order in which they were added.
using Json = nlohmann::ordered_json;

/// null for NaN and infinities, which JSON has no numbers for.
inline Json json_number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

inline Json json_of(const Spread& spread) {
  return {{"mean", json_number(spread.mean)},
          {"std", json_number(spread.std)},
          {"n", spread.n}};
}

inline Json json_of(const Vector& values) {
  return std::vector<double>(values.begin(), values.end());
}

/// The text of a JSON file: indented by two, numbers in digits that read back
/// as the same number. U+FFFD stands for bytes that are no UTF-8, as names of
/// files may have them.
inline std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace fedltr
