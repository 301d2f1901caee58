#include "algorithms/heterogeneity/data_sharing.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "algorithms/data/synthetic.hpp"

namespace fedltr::data_sharing_test {
namespace {

SplitInput input_of(std::uint32_t clients) {
  SplitInput input;
  input.train = input.evaluation = std::make_shared<const Dataset>(
      synthesize(custom_shape(40, 5, 3, 3), 1, 1));
  input.clients = clients;
  input.grades = 3;
  input.seed = 7;
  return input;
}

}  // namespace

TEST_CASE("global queries are a random part of all, ascending, at least one") {
  const auto drawn = draw_global_queries(100, 0.1, 1);
  CHECK(drawn.size() == 10);
  CHECK(std::ranges::is_sorted(drawn));
  CHECK(std::ranges::adjacent_find(drawn) == drawn.end());
  CHECK(drawn.back() < 100);
  CHECK(drawn == draw_global_queries(100, 0.1, 1));
  CHECK(drawn != draw_global_queries(100, 0.1, 2));
  CHECK(draw_global_queries(100, 1e-9, 1).size() == 1);
  CHECK(draw_global_queries(100, 1, 1).size() == 100);
}

TEST_CASE("each client gets its own queries of the global ones") {
  const SplitInput input = input_of(4);
  const auto global = draw_global_queries(40, 0.5, input.seed);
  Split split;
  for (std::uint32_t client = 0; client < 4; ++client)
    split.holdings.push_back({input.train, std::vector<Index>{Index{client}}});
  share_data(split, input, global, 0.25);
  REQUIRE(split.holdings.size() == 4);
  for (const Holding& held : split.holdings) {
    // Its own query and five of twenty.
    const std::size_t asked =
        held.queries ? held.queries->size()
                     : static_cast<std::size_t>(held.data->queries());
    CHECK(asked == 6);
  }
}

}  // namespace fedltr::data_sharing_test
