#include "scenarios/cli/json_error.hpp"

#include "scenarios/base/json.hpp"

namespace fedltr {

bool wants_json(const Arguments& arguments) {
  std::string before;
  for (const std::string& each : arguments) {
    for (const std::string format : {"json", "ndjson"})
      if (each == "--format=" + format ||
          before + "=" + each == "--format=" + format)
        return true;
    before = each;
  }
  return false;
}

std::string json_error(int code, const std::string& message) {
  return json_line({{"error", {{"code", code}, {"message", message}}}});
}

}  // namespace fedltr
