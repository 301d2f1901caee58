#include "app/base/json.hpp"

#include <cmath>
#include <vector>

namespace fedltr {

Json json_number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json json_of(const Spread& spread) {
  return {{"mean", json_number(spread.mean)},
          {"std", json_number(spread.std)},
          {"n", spread.n}};
}

Json json_of(const Vector& values) {
  return std::vector<double>(values.begin(), values.end());
}

std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string json_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string text_in_json(const std::string& text) {
  return parse_json(json_line(text)).get<std::string>();
}

Json parse_json(const std::string& text) {
  return Json::parse(text);
}

}  // namespace fedltr
