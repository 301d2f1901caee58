#include "algorithms/heterogeneity/quantity.hpp"

#include <doctest/doctest.h>

namespace fedltr::quantity_test {
namespace {

using Searches = std::vector<std::uint32_t>;

Searches searches_of(ParameterValues parameters, bool iid = false) {
  SplitInput input;
  input.clients = 10;
  input.options = {iid, std::move(parameters)};
  Split split;
  quantity_split().make(input, split);
  CHECK(split.holdings.empty());
  CHECK(split.users.empty());
  return split.interactions;
}

ParameterValues told(std::vector<std::uint64_t> searches) {
  return {{"interactions", std::move(searches)}};
}

}  // namespace

TEST_CASE("clients search as often as published, or as set") {
  CHECK(searches_of({}) == Searches{1, 3, 5, 7, 9});
  CHECK(searches_of(told({8, 2, 8})) == Searches{8, 2, 8});
}

TEST_CASE("in the baseline of quantity all search equally often") {
  CHECK(searches_of(told({8, 2}), true).empty());
}

TEST_CASE("a split by quantity needs a number of searches") {
  CHECK_THROWS_AS(searches_of(told({})), std::invalid_argument);
}

TEST_CASE("reported quantities are those that clients get") {
  const SplitTraits traits = quantity_split().traits;
  CHECK(traits.groups(told({8, 2, 8})) == 3);
  CHECK(traits.searches(told({8, 2})) == std::vector<std::uint64_t>{8, 2});
  CHECK_FALSE(traits.assigns_data);
}

}  // namespace fedltr::quantity_test
