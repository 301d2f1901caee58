#include "algorithms/heterogeneity/data_sharing.hpp"

#include <algorithm>
#include <map>

#include <doctest/doctest.h>

#include "algorithms/data/synthetic.hpp"
#include "algorithms/heterogeneity/label_distribution.hpp"

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
  share_data(split, input, global, {.share = 0.25});
  REQUIRE(split.holdings.size() == 4);
  for (const Holding& held : split.holdings) {
    // Its own query and five of twenty.
    const std::size_t asked =
        held.queries ? held.queries->size()
                     : static_cast<std::size_t>(held.data->queries());
    CHECK(asked == 6);
  }
}

TEST_CASE("global queries can be taken out of the clients' own data") {
  const SplitInput input = input_of(3);
  const Dataset& train = *input.train;
  const auto global = draw_global_queries(40, 0.25, input.seed);
  std::vector<std::string> names;
  for (const Index query : global) names.emplace_back(train.query_name(query));
  // One that draws from everything, one with documents of one label, one with
  // queries of its own.
  Split split;
  split.holdings.push_back({input.train});
  const auto labels = hold_documents(input.train, documents_by_label(train, 3));
  split.holdings.push_back(labels[0]);
  split.holdings.push_back(
      {input.train, std::vector<Index>{global[0], global[0] + 1}});
  share_data(split, input, global, {.share = 1, .own_global = false});
  for (const Holding& held : split.holdings) {
    // Each global query occurs once: as it was shared, with all its documents.
    std::map<std::string, int> asked;
    for (const Index query : *held.queries) {
      const std::string name(held.data->query_name(query));
      ++asked[name];
      if (std::ranges::count(names, name) > 0)
        CHECK(held.data->size(query) == 5);
    }
    for (const std::string& name : names) CHECK(asked[name] == 1);
  }
  CHECK(split.holdings[0].queries->size() == 40);
  CHECK(split.holdings[1].queries->size() ==
        static_cast<std::size_t>(labels[0].data->queries()) + 10 -
            static_cast<std::size_t>(
                std::ranges::count_if(names, [&](const std::string& name) {
                  for (Index q = 0; q < labels[0].data->queries(); ++q)
                    if (labels[0].data->query_name(q) == name) return true;
                  return false;
                })));
  const bool next_is_global = global[1] == global[0] + 1;
  CHECK(split.holdings[2].queries->size() == (next_is_global ? 10 : 11));
}

TEST_CASE("a client that has lost all its queries asks the shared ones") {
  const SplitInput input = input_of(1);
  const auto global = draw_global_queries(40, 1, input.seed);
  Split split;
  share_data(split, input, global, {.share = 0.5, .own_global = false});
  CHECK(split.holdings[0].queries->size() == 20);
}

}  // namespace fedltr::data_sharing_test
