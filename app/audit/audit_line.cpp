#include "app/audit/audit_line.hpp"

#include <spdlog/fmt/fmt.h>

namespace fedltr {
namespace {

template <class T>
std::string formatted(const std::string& format, const T& value) {
  return fmt::format(fmt::runtime("{:" + format + "}"), value);
}

std::string cell(const Json& value, std::string format) {
  if (value.is_null()) {
    const char* const none = format.ends_with('g') ? "inf" : "-";
    return formatted(format.substr(0, format.find('.')), none);
  }
  if (value.is_string()) return formatted(format, value.get<std::string>());
  if (!value.is_number_float()) return formatted(format, value.get<long>());
  if (!format.ends_with('%')) return formatted(format, value.get<double>());
  format.back() = 'f';
  return formatted(format, 100 * value.get<double>()) + "%";
}

}  // namespace

std::string audit_line(std::string_view pattern, const Json& row) {
  std::string line;
  while (!pattern.empty()) {
    const std::size_t begin = pattern.find('{');
    line += pattern.substr(0, begin);
    if (begin == std::string_view::npos) break;
    const std::size_t end = pattern.find('}');
    const std::string field(pattern.substr(begin + 1, end - begin - 1));
    const std::size_t colon = field.find(':');
    const Json::json_pointer member("/" + field.substr(0, colon));
    line += cell(row.at(member), field.substr(colon + 1));
    pattern.remove_prefix(end + 1);
  }
  return line;
}

}  // namespace fedltr
