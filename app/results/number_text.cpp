#include "app/results/number_text.hpp"

#include <cmath>
#include <cstdint>

#include <spdlog/fmt/fmt.h>

#include "app/base/text.hpp"

namespace fedltr {

std::string metric_text(double value) {
  if (std::isnan(value)) return "-";
  if (std::isinf(value)) return "unbounded";
  return fmt::format("{:.4f}", value);
}

std::string spread_text(const Spread& spread) {
  return metric_text(spread.mean) +
         (spread.n > 1 ? " ± " + metric_text(spread.std) : "");
}

std::string plural(std::uint64_t count, const char* noun) {
  return with_commas(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string difference_text(double value) {
  return std::isfinite(value) ? fmt::format("{:+.4f}", value)
                              : metric_text(value);
}

std::string number_text(double value) {
  if (!std::isfinite(value)) return metric_text(value);
  if (value >= 0 && value < 1e15 &&
      (value >= 9999.5 || value == std::floor(value)))
    return with_commas(static_cast<std::uint64_t>(std::llround(value)));
  return fmt::format("{:.4g}", value);
}

std::string p_value_text(double p) {
  if (std::isnan(p)) return "-";
  return p < 0.0001 ? "p < .0001" : fmt::format("p = {:.4f}", p);
}

}  // namespace fedltr
