#include "algorithms/heterogeneity/quantity.hpp"

#include "algorithms/core/require.hpp"

namespace fedltr {

namespace {

const Parameter kInteractions = wholes_parameter(
    "interactions", {1, 3, 5, 7, 9}, 1, 1000000,
    "searches per round of each client, instead of federation.interactions");

std::vector<std::uint64_t> searches_of(const ParameterValues& values) {
  return values.wholes(kInteractions);
}

void split_by_quantity(const SplitInput& input, Split& split) {
  if (input.options.iid) return;
  const auto searches = searches_of(input.options.parameters);
  require(!searches.empty(), "quantity needs numbers of searches");
  for (const std::uint64_t each : searches) split.interactions.push_back(each);
}

}  // namespace

SplitMethod quantity_split() {
  return {"quantity",
          "type 4: clients make different numbers of searches",
          "Wang (2025), section 4.5.2",
          {kInteractions},
          split_by_quantity,
          {.searches = searches_of,
           .groups =
               [](const ParameterValues& values) {
                 return searches_of(values).size();
               },
           .group_name = "numbers of searches"}};
}

}  // namespace fedltr
