#include "app/results/shared_means.hpp"

#include <doctest/doctest.h>

namespace fedltr::shared_means_test {

TEST_CASE("a member's metrics have their means and the number of queries") {
  const MetricMeans told{12, {0.5, -0.25}};
  CHECK(means_json(told, {"ndcg@10", "map"}).dump() ==
        R"({"ndcg@10":0.5,"map":-0.25})");
  CHECK(means_line("north", told, {"ndcg@10", "map"}) ==
        "  north        ndcg@10 0.5000 map -0.2500 (12 queries)\n");
}

TEST_CASE("a member without a held-out query has no mean, rather than 0") {
  const MetricMeans told{0, {0}};
  CHECK(means_json(told, {"map"}).dump() == R"({"map":null})");
  CHECK(means_line("west", told, {"map"}) ==
        "  west         map - (0 queries)\n");
}

}  // namespace fedltr::shared_means_test
