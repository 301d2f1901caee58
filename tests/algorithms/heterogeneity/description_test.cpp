#include "algorithms/heterogeneity/description.hpp"

#include <doctest/doctest.h>

namespace fedltr::description_test {
namespace {

/// Two queries of two documents each.
std::shared_ptr<const Dataset> small_set() {
  Dataset data(1);
  data.add_query("a", std::vector<double>{0, 1},
                 std::vector<std::uint8_t>{0, 1});
  data.add_query("b", std::vector<double>{2, 3},
                 std::vector<std::uint8_t>{1, 1});
  return std::make_shared<const Dataset>(std::move(data));
}

SplitInput input_of(std::uint32_t clients) {
  SplitInput input;
  input.train = input.evaluation = small_set();
  input.clients = clients;
  input.grades = 2;
  return input;
}

}  // namespace

TEST_CASE("without a split every client holds everything, undisputed") {
  const auto summaries = describe({}, input_of(3), 5);
  REQUIRE(summaries.size() == 3);
  for (const HoldingSummary& each : summaries) {
    CHECK(each.queries == 2);
    CHECK(each.documents == 4);
    CHECK(each.labels == std::vector<Index>{1, 3});
    CHECK(each.interactions == 5);
    CHECK(each.overlap == 1);
    CHECK(each.disputed == 0);
    CHECK(each.divergence == doctest::Approx(0).scale(1));
    CHECK(each.telling_queries == 1);  // all of b are alike
  }
}

TEST_CASE("clients that hold different queries share nothing") {
  const SplitInput input = input_of(2);
  Split split;
  split.holdings = {{input.train, std::vector<Index>{0}},
                    {input.train, std::vector<Index>{1, 1}}};
  split.interactions = {1, 9};
  const auto summaries = describe(split, input, 5);
  CHECK(summaries[0].documents == 2);
  CHECK(summaries[0].overlap == 0);
  CHECK(summaries[0].telling_queries == 1);
  CHECK(summaries[1].queries == 1);  // asked twice, held once
  CHECK(summaries[1].documents == 2);
  CHECK(summaries[1].labels == std::vector<Index>{0, 2});
  CHECK(summaries[1].telling_queries == 0);
  CHECK(summaries[1].interactions == 9);
  CHECK(summaries[1].divergence > 0);
}

TEST_CASE("documents that clients label otherwise are disputed") {
  const SplitInput input = input_of(2);
  Split split;
  split.holdings = {
      {input.train},
      {std::make_shared<const Dataset>(input.train->relabelled({1, 1, 1, 0}))}};
  const auto summaries = describe(split, input, 1);
  for (const HoldingSummary& each : summaries) {
    CHECK(each.overlap == 1);
    CHECK(each.disputed == 0.5);
  }
  // A third client takes the first holding again.
  CHECK(describe(split, input_of(3), 1)[2].labels == std::vector<Index>{1, 3});
}

}  // namespace fedltr::description_test
