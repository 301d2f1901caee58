#include "app/results/shared_means.hpp"

#include <spdlog/fmt/fmt.h>

namespace fedltr {

Json means_json(const MetricMeans& told,
                const std::vector<std::string>& metrics) {
  Json means = Json::object();
  for (std::size_t m = 0; m < metrics.size(); ++m)
    means[metrics[m]] =
        told.queries > 0 ? json_number(told.means.at(m)) : Json(nullptr);
  return means;
}

std::string means_line(const std::string& member, const MetricMeans& told,
                       const std::vector<std::string>& metrics) {
  std::string line = fmt::format("  {:<12}", member);
  for (std::size_t m = 0; m < metrics.size(); ++m)
    line += " " + metrics[m] + " " +
            (told.queries > 0 ? fmt::format("{:.4f}", told.means.at(m)) : "-");
  return line + fmt::format(" ({} queries)\n", told.queries);
}

}  // namespace fedltr
