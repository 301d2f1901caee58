#include "algorithms/clicks/cascade.hpp"

#include <algorithm>

#include "algorithms/clicks/walk.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

bool all_probabilities(const std::vector<double>& values) {
  return std::ranges::all_of(values, [](double p) { return p >= 0 && p <= 1; });
}

}  // namespace

CascadeUser::CascadeUser(ClickTable table) : table_(std::move(table)) {
  require(
      !table_.click.empty() && table_.click.size() == table_.stop.size(),
      "a click table needs the same number of stop and click probabilities");
  require(all_probabilities(table_.click) && all_probabilities(table_.stop),
          "click and stop probabilities are within 0 and 1");
}

void CascadeUser::click(Labels shown, Rng& rng,
                        std::span<std::uint8_t> clicks) const {
  walk_down(shown, rng, table_.click, clicks,
            [&](std::size_t, std::uint8_t label, double uniform) {
              return uniform < table_.stop[label];
            });
}

ClickMethod cascade_model(std::string name, std::string summary,
                          std::string source) {
  const std::string table = name;
  return {std::move(name),
          std::move(summary),
          std::move(source),
          {},
          [table](const ClickOptions& options) {
            return std::make_shared<CascadeUser>(
                click_table(table, options.grades));
          }};
}

ClickMethod custom_cascade_model() {
  return {"custom",
          "cascade user by clicks.click and clicks.stop",
          "Guo et al. (WSDM 2009)",
          {kClick, kStop},
          [](const ClickOptions& options) {
            const std::size_t grades = options.grades;
            const auto& click = options.parameters.reals(kClick);
            const auto& stop = options.parameters.reals(kStop);
            require(click.size() == grades && stop.size() == grades,
                    "clicks.click and clicks.stop need " +
                        std::to_string(grades) +
                        " probabilities each, one per grade");
            return std::make_shared<CascadeUser>(ClickTable{click, stop});
          },
          {.needs_tables = true}};
}

}  // namespace fedltr
