#include "app/study/monitor/metrics_text.hpp"

#include <cmath>
#include <cstdint>
#include <utility>

#include "app/base/text.hpp"

namespace fedltr {
namespace {

/// Escapes and quotes a label's value.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char letter : text) {
    if (letter == '\\' || letter == '"') out += '\\';
    out += letter == '\n' ? std::string("\\n") : std::string(1, letter);
  }
  return out + "\"";
}

std::string number_text(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  // Prints all digits of a count: `exact` writes 200000 as 2e+05.
  if (value == std::trunc(value) && std::abs(value) < 1e15)
    return std::to_string(static_cast<std::int64_t>(value));
  return exact(value);
}

}  // namespace

void MetricsText::begin(const std::string& name, const std::string& type,
                        const std::string& help) {
  name_ = name;
  head_ =
      "# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n";
}

void MetricsText::add(const Labels& labels, double value) {
  text_ += std::exchange(head_, "") + name_;
  const char* before = "{";
  for (const Labels* some : {&std::as_const(common_), &labels})
    for (const auto& [key, text] : *some) {
      text_ += before + key + "=" + quoted(text);
      before = ",";
    }
  text_ += (*before == ',' ? "} " : " ") + number_text(value) + "\n";
}

}  // namespace fedltr
