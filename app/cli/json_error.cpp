#include "app/cli/json_error.hpp"

#include "app/base/json.hpp"

namespace fedltr {
namespace {

/// True if an option is given with one of these values.
bool is_given(const Arguments& arguments, const std::string& option,
              const Arguments& values) {
  std::string before;
  for (const std::string& each : arguments) {
    for (const std::string& value : values)
      if (each == option + "=" + value || (before == option && each == value))
        return true;
    before = each;
  }
  return false;
}

}  // namespace

bool wants_json(const Arguments& arguments) {
  return is_given(arguments, "--format", {"json", "ndjson"});
}

bool wants_json_log(const Arguments& arguments) {
  return is_given(arguments, "--log-format", {"json"});
}

std::string json_error(int code, const std::string& message) {
  return json_line({{"error", {{"code", code}, {"message", message}}}});
}

}  // namespace fedltr
