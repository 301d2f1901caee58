#include "algorithms/privacy/neighbourhood.hpp"

#include <algorithm>
#include <stdexcept>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::neighbourhood_test {
namespace {

bool are_neighbours(const std::vector<std::vector<std::uint32_t>>& graph,
                    std::uint32_t a, std::uint32_t b) {
  return std::ranges::binary_search(graph[a], b);
}

/// Number of clients that are reachable from the first one present.
std::size_t reached(const std::vector<std::vector<std::uint32_t>>& graph,
                    const std::vector<bool>& gone) {
  std::vector<bool> seen = gone;
  std::vector<std::uint32_t> open;
  const auto first = std::ranges::find(gone, false) - gone.begin();
  open.push_back(static_cast<std::uint32_t>(first));
  seen[static_cast<std::size_t>(first)] = true;
  std::size_t count = 0;
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    ++count;
    for (const std::uint32_t other : graph[at])
      if (!seen[other]) {
        seen[other] = true;
        open.push_back(other);
      }
  }
  return count;
}

/// One label per client.
std::vector<std::uint64_t> draw_labels(std::uint32_t clients,
                                       std::uint64_t seed) {
  std::vector<std::uint64_t> labels(clients);
  Rng rng(seed, Purpose::kSecureGraph);
  for (std::uint64_t& label : labels) label = rng();
  return labels;
}

}  // namespace

TEST_CASE(
    "the graph is regular, symmetric, loopless and in the labels' order") {
  for (const auto& [clients, degree] :
       {std::pair{3U, 2U}, {4U, 3U}, {9U, 8U}, {50U, 10U}, {1000U, 64U}}) {
    const auto graph = find_neighbours(draw_labels(clients, 1), degree);
    for (std::uint32_t i = 0; i < clients; ++i) {
      CHECK(graph[i].size() == degree);
      CHECK(std::ranges::is_sorted(graph[i]));
      CHECK(std::ranges::adjacent_find(graph[i]) == graph[i].end());
      CHECK_FALSE(are_neighbours(graph, i, i));
      for (const std::uint32_t other : graph[i])
        CHECK(are_neighbours(graph, other, i));
    }
  }
  const std::uint64_t labels[] = {50, 10, 40, 30, 20};
  CHECK(find_neighbours(labels, 2) ==
        std::vector<std::vector<std::uint32_t>>{
            {1, 2}, {0, 4}, {0, 3}, {2, 4}, {1, 3}});
  CHECK_THROWS_AS(find_neighbours(draw_labels(50, 1), 9),
                  std::invalid_argument);
}

TEST_CASE("among many clients that may nearly all fail one is chosen at once") {
  // Testing each threshold of each degree took hours.
  const Tolerance tolerance{0.45, 0.45};
  const Neighbourhood chosen = choose_neighbourhood(10000, tolerance);
  CHECK(chosen.degree == 3138);
  CHECK(chosen.threshold == 1606);
  CHECK(is_sound(chosen, 10000, tolerance));
}

TEST_CASE("degree and threshold withstand what they are chosen for") {
  const Tolerance tolerance{0.2, 0.1, 40, 30};
  const Neighbourhood chosen = choose_neighbourhood(1000, tolerance);
  CHECK(chosen.degree == 74);
  CHECK(chosen.threshold == 33);
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const auto graph = find_neighbours(draw_labels(1000, seed), chosen.degree);
    std::vector<std::uint32_t> order(1000);
    for (std::uint32_t i = 0; i < 1000; ++i) order[i] = i;
    Rng other(seed, Purpose::kTest, 50);
    shuffle(std::span(order), other);
    // 100 collude, 200 others fail.
    std::vector<bool> colludes(1000);
    std::vector<bool> gone(1000);
    for (int i = 0; i < 100; ++i) colludes[order[i]] = gone[order[i]] = true;
    std::vector<bool> fails(1000);
    for (int i = 100; i < 300; ++i) fails[order[i]] = gone[order[i]] = true;
    for (const auto& list : graph) {
      const auto count = [&](const std::vector<bool>& which) {
        return std::ranges::count_if(list, [&](auto at) { return which[at]; });
      };
      CHECK(count(colludes) < chosen.threshold);
      CHECK(chosen.degree - count(fails) >= chosen.threshold);
    }
    CHECK(reached(graph, gone) == 700);
  }
}

TEST_CASE("failing and colluding clients are counted by the shares' decimals") {
  Tolerance tolerance;
  for (int percent = 0; percent < 50; ++percent) {
    tolerance.dropouts = tolerance.colluders = percent / 100.0;
    for (const int clients : {100, 200, 1000}) {
      const int wanted = percent * clients / 100;
      CHECK(tolerance.max_dropouts(clients) == wanted);
      CHECK(tolerance.max_colluders(clients) == wanted);
    }
  }
}

TEST_CASE("the degree grows with what is to be stood, and slowly with n") {
  const auto degree = [](std::uint32_t clients, const Tolerance& tolerance) {
    return choose_neighbourhood(clients, tolerance).degree;
  };
  CHECK(degree(1000, {0.1, 0.1}) < degree(1000, {0.3, 0.1}));
  CHECK(degree(1000, {0.1, 0.1}) < degree(1000, {0.1, 0.3}));
  CHECK(degree(1000, {0.1, 0.1, 20, 10}) < degree(1000, {0.1, 0.1, 40, 30}));
  CHECK(degree(1000000, {0.1, 0.1}) < degree(1000, {0.1, 0.1}) + 50);
  CHECK(degree(1000, {}) == 58);
}

TEST_CASE("few clients are all neighbours, and the bounds are certain") {
  const Neighbourhood ten = choose_neighbourhood(10, {0.3, 0.1});
  CHECK(ten.degree == 9);
  CHECK(ten.threshold == 6);  // 9 neighbours less 3 that fail
  CHECK(choose_neighbourhood(3, {}).threshold == 2);
}

TEST_CASE("impossible bounds are refused with the numbers") {
  CHECK_THROWS_WITH_AS(
      choose_neighbourhood(2, {}),
      "secure aggregation needs 3 clients per round: with 2 the sum reveals a "
      "client's update to another, or to the server",
      std::invalid_argument);
  CHECK_THROWS_WITH_AS(choose_neighbourhood(10, {0.6, 0.4}),
                       "of 10 clients 6 may fail and 4 collude: this leaves no "
                       "threshold for shares of secrets",
                       std::invalid_argument);
}

TEST_CASE("colluding clients never hold a threshold of shares") {
  // Nine neighbours less six failing ones: three shares, which three hold.
  CHECK_THROWS_AS(choose_neighbourhood(10, {0.6, 0.3}), std::invalid_argument);
  const Neighbourhood least = choose_neighbourhood(10, {0.5, 0.3});
  CHECK(least.degree == 9);
  CHECK(least.threshold == 4);
}

TEST_CASE("a random group may have more colluders than its share") {
  Tolerance tolerance{0.1, 0.05};
  CHECK(tolerance.max_colluders(10) == 1);
  tolerance.groups = 10;
  // All five of 100 may be in one group of ten: with probability 3e-5.
  CHECK(tolerance.max_colluders(10) == 5);
  tolerance.colluders = 0;
  CHECK(tolerance.max_colluders(10) == 0);
  // In large groups the share is nearly that of all.
  Tolerance large{0.1, 0.1};
  large.groups = 5;
  CHECK(large.max_colluders(2000) > 200);
  CHECK(large.max_colluders(2000) < 320);
}

TEST_CASE("no group has more colluders than are allowed for, at ten bits") {
  Tolerance tolerance{0.1, 0.2};
  tolerance.groups = 4;
  tolerance.security_bits = 10;
  const std::uint32_t most = tolerance.max_colluders(20);
  CHECK(most > 4);
  CHECK(most < 16);
  int more = 0;
  constexpr int kDraws = 4000;
  for (int draw = 0; draw < kDraws; ++draw) {
    const auto labels = draw_labels(80, static_cast<std::uint64_t>(draw));
    std::vector<std::uint32_t> order(80);
    for (std::uint32_t i = 0; i < 80; ++i) order[i] = i;
    std::ranges::sort(order, {}, [&](auto i) { return labels[i]; });
    std::vector<std::uint32_t> colluding(4);
    for (std::uint32_t i = 0; i < 80; ++i) colluding[i % 4] += order[i] < 16;
    more += std::ranges::max(colluding) > most;
  }
  CHECK(more <= 3 * kDraws / 1024);
}

}  // namespace fedltr::neighbourhood_test
