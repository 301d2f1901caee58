#include "algorithms/federation/participation.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>

#include <doctest/doctest.h>

namespace fedltr::participation_test {

TEST_CASE("full participation is all clients, in order") {
  Rng rng(1, Purpose::kTest);
  CHECK(draw_participants(4, 1, rng) == std::vector<std::uint32_t>{0, 1, 2, 3});
}

TEST_CASE("a share takes exactly so many, each client equally often") {
  std::vector<int> counts(10, 0);
  constexpr int kRounds = 20000;
  for (std::uint32_t round = 0; round < kRounds; ++round) {
    Rng rng(1, Purpose::kTest, 0, round);
    const auto chosen = draw_participants(10, 0.3, rng);
    REQUIRE(chosen.size() == 3);
    REQUIRE(std::is_sorted(chosen.begin(), chosen.end()));
    for (const std::uint32_t client : chosen) ++counts[client];
  }
  for (const int count : counts)  // five sigma
    CHECK(std::abs(count - 0.3 * kRounds) < 5 * std::sqrt(kRounds * .3 * .7));
}

TEST_CASE("at least one client takes part") {
  Rng rng(1, Purpose::kTest);
  CHECK(draw_participants(10, 0.001, rng).size() == 1);
  CHECK_THROWS_AS(draw_participants(10, 0, rng), std::invalid_argument);
}

TEST_CASE("every subset of the size is as likely") {
  struct Case {
    std::uint32_t clients;
    std::uint32_t drawn;
    std::size_t subsets;
    double limit;  ///< of chi-square, subsets - 1 degrees, p = 0.001
  };
  for (const auto& [clients, drawn, subsets, limit] :
       {Case{6, 3, 20, 43.82}, Case{7, 2, 21, 45.31}, Case{7, 5, 21, 45.31},
        Case{5, 4, 5, 18.47}}) {
    std::map<std::vector<std::uint32_t>, double> counts;
    constexpr double kRounds = 42000;
    for (std::uint32_t round = 0; round < kRounds; ++round) {
      Rng rng(2, Purpose::kTest, 0, round);
      ++counts[draw_participants(clients, double{1} * drawn / clients, rng)];
    }
    REQUIRE(counts.size() == subsets);
    const double expected = kRounds / static_cast<double>(subsets);
    double chi_square = 0;
    for (const auto& [subset, count] : counts) {
      CHECK(subset.size() == drawn);
      chi_square += (count - expected) * (count - expected) / expected;
    }
    CHECK(chi_square < limit);
  }
}

TEST_CASE("each tenth of a hundred million is drawn equally often") {
  constexpr std::uint32_t kClients = 100'000'000;
  std::vector<double> counts(10, 0);
  for (std::uint32_t round = 0; round < 20; ++round) {
    Rng rng(5, Purpose::kTest, 0, round);
    const auto chosen = draw_participants(kClients, 1e-5, rng);
    REQUIRE(chosen.size() == 1000);
    CHECK(std::ranges::is_sorted(chosen, std::less_equal<>()));  // all differ
    for (const std::uint32_t client : chosen)
      ++counts[client / (kClients / 10)];
  }
  double chi_square = 0;
  for (const double count : counts)
    chi_square += (count - 2000) * (count - 2000) / 2000;
  CHECK(chi_square < 27.88);  // p = 0.001, 9 degrees
}

TEST_CASE("a share is rounded to the nearest number of clients") {
  Rng rng(3, Purpose::kTest);
  const auto size = [&](std::uint32_t clients, double share) {
    return draw_participants(clients, share, rng).size();
  };
  CHECK(size(10, 0.14) == 1);
  CHECK(size(10, 0.25) == 3);  // halves up
  CHECK(size(100, 0.145) == 15);
  CHECK(count_participants(50, 0.29) == 15);
  CHECK(size(10, 0.99) == 10);
  CHECK(size(3, 1.0 / 3) == 1);
  CHECK(size(1, 1e-300) == 1);
  CHECK(size(1000000, 1e-6) == 1);
  for (const double bad : {-0.5, 1.0000001, std::nan("")})
    CHECK_THROWS_WITH(size(10, bad), "participation is above 0, at most 1");
}

TEST_CASE("full participation draws nothing from the stream") {
  Rng rng(4, Purpose::kTest);
  Rng same(4, Purpose::kTest);
  draw_participants(100, 1, rng);
  CHECK(rng() == same());
}

TEST_CASE("the chance to draw many of the marked is the share of subsets") {
  // 5 clients have 10 pairs: 1 has both marked ones, 7 have at least one.
  CHECK(chance_to_draw_more(1, 2, 2, 5) == doctest::Approx(.1));
  CHECK(chance_to_draw_more(0, 2, 2, 5) == doctest::Approx(.7));
  CHECK(chance_to_draw_more(2, 2, 2, 5) == 0);
  CHECK(chance_to_draw_more(0, 4, 2, 5) == 1);  // one of 4 is in any pair
  CHECK(chance_to_draw_more(3, 4, 5, 5) == 1);
  CHECK(chance_to_draw_more(0, 0, 5, 5) == 0);
  CHECK_THROWS_AS(chance_to_draw_more(0, 6, 1, 5), std::invalid_argument);
}

TEST_CASE("the chance to draw many is that of the draws") {
  constexpr int kRounds = 20000;
  int more = 0;
  for (std::uint32_t round = 0; round < kRounds; ++round) {
    Rng rng(1, Purpose::kTest, 0, round);
    const auto chosen = draw_participants(50, 0.2, rng);
    more +=
        std::ranges::count_if(chosen, [](auto each) { return each < 10; }) > 4;
  }
  const double chance = chance_to_draw_more(4, 10, 10, 50);
  CHECK(chance == doctest::Approx(.01813).epsilon(.01));
  CHECK(std::abs(more - chance * kRounds) < 5 * std::sqrt(chance * kRounds));
}

TEST_CASE("the chance to draw many of a hundred million is quick and small") {
  CHECK(chance_to_draw_more(300, 20'000'000, 1000, 100'000'000) < 1e-12);
  CHECK(chance_to_draw_more(200, 20'000'000, 1000, 100'000'000) ==
        doctest::Approx(.48).epsilon(.02));
}

}  // namespace fedltr::participation_test
