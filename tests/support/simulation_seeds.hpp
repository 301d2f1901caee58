#pragma once

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>

#include <doctest/doctest.h>
#include <spdlog/spdlog.h>

namespace fedltr::test {

/// Number of seeds of a simulation's first test.
constexpr std::uint64_t kUsualSeeds = 1800;

/// $FEDLTR_SEED repeats one seed; $FEDLTR_SEEDS sets the number of seeds of the
/// first test and scales that of the others.
struct Seeds {
  std::uint64_t first = 1;
  std::uint64_t count = 0;
};

inline std::optional<std::uint64_t> wanted_seeds(const char* name) {
  const char* const text = std::getenv(name);
  if (!text) return std::nullopt;
  return std::strtoull(text, nullptr, 10);
}

inline Seeds seeds(std::uint64_t usual) {
  if (const auto one = wanted_seeds("FEDLTR_SEED")) return {*one, 1};
  return {1, std::max<std::uint64_t>(
                 1, usual * wanted_seeds("FEDLTR_SEEDS").value_or(kUsualSeeds) /
                        kUsualSeeds)};
}

/// True if there are enough seeds for all kinds of faults to occur.
inline bool are_many_seeds() {
  return !wanted_seeds("FEDLTR_SEED") &&
         wanted_seeds("FEDLTR_SEEDS").value_or(kUsualSeeds) >= kUsualSeeds;
}

/// Turns logging off: faults are expected.
struct Hushed {
  spdlog::level::level_enum before = spdlog::get_level();
  Hushed() { spdlog::set_level(spdlog::level::off); }
  ~Hushed() { spdlog::set_level(before); }
};

using Counts = std::map<std::string, std::uint64_t>;

/// Runs `usual` seeds, scaled, and judges each.
/// @return  number of events, over all seeds
template <class Simulated>
Counts simulate(std::uint64_t usual, const typename Simulated::Options& how,
                const auto& judge) {
  const Hushed hushed;
  Counts counts;
  const Seeds range = seeds(usual);
  for (std::uint64_t i = 0; i < range.count; ++i) {
    const std::uint64_t seed = range.first + i;
    INFO("FEDLTR_SEED=", seed, " does it again");
    Simulated simulated(seed, how);
    const bool ended = simulated.run();
    REQUIRE_MESSAGE(ended, "it hangs: ", simulated.hang());
    judge(simulated);
    for (const auto& [what, count] : simulated.network.counts)
      counts[what] += count;
    counts["virtual seconds"] += simulated.network.now / 1000;
    counts["messages"] += simulated.steps;
  }
  std::string told;
  for (const auto& [what, count] : counts)
    told += ", " + std::to_string(count) + " " + what;
  MESSAGE(range.count << " seeds" << told);
  return counts;
}

}  // namespace fedltr::test
