#include "algorithms/core/alias_table.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::alias_table_test {
namespace {

/// Probability of each outcome, from a grid over both halves of the bits that
/// hits each cell and each 256th of a threshold equally often.
std::vector<double> exact_shares(const AliasTable& table, std::uint64_t cells,
                                 std::size_t outcomes) {
  constexpr std::uint64_t kSteps = 256;
  std::vector<double> shares(outcomes, 0);
  for (std::uint64_t cell = 0; cell < cells; ++cell)
    for (std::uint64_t step = 0; step < kSteps; ++step) {
      const std::uint64_t high = ((cell << 32) + (1ULL << 31)) / cells;
      const std::uint64_t low = (step << 24) + (1ULL << 23);
      ++shares[table.draw(high << 32 | low)];
    }
  for (double& share : shares) share /= double(cells * kSteps);
  return shares;
}

/// The same to 2^-31 for any weights: in each cell the lower half of the bits
/// passes one threshold, which bisection finds.
std::vector<double> bisected_shares(const AliasTable& table,
                                    std::size_t outcomes) {
  std::vector<double> shares(outcomes, 0);
  for (std::uint64_t cell = 0; cell < outcomes; ++cell) {
    const std::uint64_t high = ((cell << 32) + (1ULL << 31)) / outcomes << 32;
    const std::uint32_t first = table.draw(high);
    const std::uint32_t last = table.draw(high | 0xFFFFFFFF);
    std::uint64_t below = 0;
    std::uint64_t above = 0xFFFFFFFF;
    while (first != last && above - below > 1) {
      const std::uint64_t middle = (below + above) / 2;
      (table.draw(high | middle) == first ? below : above) = middle;
    }
    const double share = double(above) * 0x1p-32;
    shares[first] += share / double(outcomes);
    shares[last] += (1 - share) / double(outcomes);
  }
  return shares;
}

}  // namespace

TEST_CASE("an alias table draws each outcome by its weight") {
  // Multiples of 1/64 of the sum: the thresholds lie on the grid.
  const std::vector<double> weights = {1, 5, 0, 42, 16, 0, 0, 0};
  const auto shares = exact_shares(AliasTable(weights), 8, weights.size());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    CAPTURE(i);
    CHECK(shares[i] == weights[i] / 64);
  }
}

TEST_CASE("an alias table takes no account of the scale of its weights") {
  const AliasTable small(std::vector<double>{1e-9, 3e-9});
  const AliasTable large(std::vector<double>{1e9, 3e9});
  for (std::uint64_t bits = 0; bits < 64; ++bits) {
    const std::uint64_t spread = bits * 0x0404040404040404;
    CHECK(small.draw(spread) == large.draw(spread));
  }
}

TEST_CASE("a single outcome is always drawn, even by the last bits") {
  const AliasTable table(std::vector<double>{7});
  for (const std::uint64_t bits : {0ULL, 1ULL, 0xFFFFFFFFULL, ~0ULL})
    CHECK(table.draw(bits) == 0);
}

TEST_CASE("weights that make no distribution are refused") {
  using Weights = std::vector<double>;
  CHECK_THROWS_AS(AliasTable(Weights{}), std::invalid_argument);
  CHECK_THROWS_AS(AliasTable(Weights{0, 0}), std::invalid_argument);
  CHECK_THROWS_AS(AliasTable(Weights{1, -1, 2}), std::invalid_argument);
}

TEST_CASE("any weights are met to the threshold's 32 bits") {
  Rng rng(1, Purpose::kTest);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<double> weights(1 + rng.below(60));
    double sum = 0;
    for (double& weight : weights) {
      weight = rng.below(4) == 0 ? 0 : std::exp(4 * rng.normal());
      sum += weight;
    }
    if (sum == 0) continue;
    const auto shares = bisected_shares(AliasTable(weights), weights.size());
    for (std::size_t i = 0; i < weights.size(); ++i) {
      CHECK(std::abs(shares[i] - weights[i] / sum) < 0x1p-30);
      if (weights[i] == 0) CHECK(shares[i] == 0);
    }
  }
}

TEST_CASE("a weight beside which all others vanish is always drawn") {
  const AliasTable table(std::vector<double>{1e-300, 1e300, 0, 1e-300});
  Rng rng(2, Purpose::kTest);
  for (int i = 0; i < 1000; ++i) CHECK(table.draw(rng()) == 1);
}

TEST_CASE("weights without a finite sum are refused, not made even") {
  using Weights = std::vector<double>;
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK_THROWS_WITH(AliasTable(Weights{1, infinity}),
                    "weights must have a finite sum");
  CHECK_THROWS_WITH(AliasTable(Weights{1e308, 1e308, 1}),
                    "weights must have a finite sum");
  CHECK_THROWS_WITH(AliasTable(Weights{1, std::nan("")}),
                    "weights must not be negative");
}

}  // namespace fedltr::alias_table_test
