#include "algorithms/heterogeneity/click_preference.hpp"

#include <algorithm>

#include <doctest/doctest.h>

namespace fedltr::click_preference_test {
namespace {

Split split_for(std::uint32_t clients, ParameterValues parameters = {},
                bool iid = false) {
  SplitInput input;
  input.clients = clients;
  input.grades = 3;
  input.options = {iid, std::move(parameters)};
  Split split;
  click_preference_split().make(input, split);
  return split;
}

}  // namespace

TEST_CASE("clients' users are perfect, navigational and informational") {
  const Split split = split_for(3);
  REQUIRE(split.users.size() == 3);
  const std::array names = {"perfect", "navigational", "informational"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    CAPTURE(names[i]);
    CHECK(std::ranges::equal(split.users[i]->click_probabilities(),
                             click_table(names[i], 3).click));
  }
  CHECK_FALSE(split.users_drawn);
  CHECK(split.holdings.empty());
}

TEST_CASE("position-based users look ever less far down") {
  const Split split = split_for(5, {{"users", "pbm"}});
  REQUIRE(split.users.size() == 5);
  // Ten relevant documents; with eta 0 all are examined.
  const std::vector<std::uint8_t> shown(10, 2);
  std::vector<int> clicked;
  for (const auto& user : split.users) {
    int sum = 0;
    for (std::uint32_t list = 0; list < 200; ++list) {
      std::vector<std::uint8_t> clicks(shown.size());
      Rng rng(1, Purpose::kTest, list);
      user->click(shown, rng, clicks);
      sum += std::ranges::count(clicks, 1);
    }
    clicked.push_back(sum);
  }
  CHECK(std::ranges::is_sorted(clicked, std::ranges::greater_equal{}));
  CHECK(clicked.front() > 2 * clicked.back());
}

TEST_CASE("in the baseline each client draws its user") {
  CHECK(split_for(3, {}, true).users_drawn);
}

TEST_CASE("each kind of user needs a client") {
  CHECK_THROWS_AS(split_for(2), std::invalid_argument);
  CHECK_THROWS_AS(split_for(4, {{"users", "pbm"}}), std::invalid_argument);
  const SplitTraits traits = click_preference_split().traits;
  CHECK(traits.brings_users);
  CHECK(traits.groups({}) == 3);
  CHECK(traits.groups({{"users", "pbm"}}) == 5);
}

}  // namespace fedltr::click_preference_test
