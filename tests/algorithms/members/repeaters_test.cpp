#include "algorithms/members/repeaters.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/members/grouped_lead.hpp"

namespace fedltr::repeaters_test {
namespace {

/// Draws epochs in which some members hit their groups with a chance.
/// @return  epoch in which each is found; 0: not
std::vector<std::uint32_t> found_in(std::uint32_t members, std::uint32_t groups,
                                    std::uint32_t liars, double chance,
                                    std::uint32_t epochs, std::uint64_t seed) {
  std::vector<std::uint32_t> present;
  for (std::uint32_t i = 0; i < members; ++i) present.push_back(i);
  std::vector<std::uint32_t> found(members);
  Vector evidence;
  Rng rng(seed, Purpose::kTest, 1);
  for (std::uint32_t epoch = 1; epoch <= epochs; ++epoch) {
    std::vector<bool> lies(members);
    for (std::uint32_t i = 0; i < liars; ++i)
      lies[i] = found[i] == 0 && rng.uniform() < chance;
    std::vector<std::uint32_t> hit;
    for (const auto& group :
         deal_groups(present, groups, simulated_draw(seed)(epoch)))
      if (std::ranges::any_of(group, [&](auto i) { return lies[i]; }))
        hit.insert(hit.end(), group.begin(), group.end());
    std::ranges::sort(hit);
    add_evidence(evidence, members, hit, present);
    for (const std::uint32_t member : find_repeaters(evidence))
      if (found[member] == 0) {
        found[member] = epoch;
        std::erase(present, member);
      }
  }
  return found;
}

}  // namespace

TEST_CASE(
    "a repeater is found in about log(members / level) / log(groups / 2)") {
  for (const std::uint32_t groups : {5U, 10U, 20U})
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const auto found = found_in(100, groups, 1, 1, 40, seed);
      const double expected = std::ceil(std::log(100 / kWronglyLeftOut) /
                                        std::log((1.0 + groups) / 2));
      CHECK(found[0] == expected);
      for (std::uint32_t i = 1; i < 100; ++i) CHECK(found[i] == 0);
    }
}

TEST_CASE("honest members are not left out, however many lie") {
  // By Ville's inequality in at most 1e-4 of the runs of any length.
  int runs = 0;
  for (const std::uint32_t liars : {1U, 5U, 20U, 49U})
    for (const double chance : {0.05, 0.5, 1.0})
      for (std::uint64_t seed = 1; seed <= 25; ++seed, ++runs) {
        const auto found = found_in(100, 10, liars, chance, 200, seed);
        for (std::uint32_t i = liars; i < 100; ++i) CHECK(found[i] == 0);
      }
  CHECK(runs == 300);
}

TEST_CASE("the wealth of an honest member has no gain on average") {
  for (const std::uint32_t hit_members : {1U, 3U, 9U}) {
    std::vector<std::uint32_t> all;
    std::vector<std::uint32_t> hit;
    for (std::uint32_t i = 0; i < 10; ++i) all.push_back(i);
    for (std::uint32_t i = 0; i < hit_members; ++i) hit.push_back(i);
    Vector evidence;
    add_evidence(evidence, 10, hit, all);
    CHECK(evidence.array().exp().mean() == doctest::Approx(1));
  }
  Vector evidence;
  add_evidence(evidence, 2, {}, {0, 1});
  add_evidence(evidence, 2, {0, 1}, {0, 1});
  CHECK(evidence.size() == 0);
}

}  // namespace fedltr::repeaters_test
