#include "algorithms/aggregation/fldetector.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::fldetector_test {
namespace {

/// Sum of squares about the mean.
double scatter(std::span<const double> values) {
  const double mean =
      std::accumulate(values.begin(), values.end(), 0.0) / values.size();
  return std::accumulate(
      values.begin(), values.end(), 0.0,
      [&](double sum, double x) { return sum + (x - mean) * (x - mean); });
}

/// The smallest scatter of two clusters.
double scatter_of_two(std::span<const double> sorted) {
  double least = scatter(sorted);
  for (std::size_t cut = 1; cut < sorted.size(); ++cut)
    least = std::min(least,
                     scatter(sorted.first(cut)) + scatter(sorted.subspan(cut)));
  return least;
}

/// Gap(2) - s(2) - Gap(1) of Tibshirani et al. (2001), section 3, with B = 20
/// reference sets over the range: above 0 there are two clusters.
double excess_gap(std::vector<double> values, std::uint64_t seed) {
  constexpr int kSets = 20;
  std::ranges::sort(values);
  const auto [least, most] = std::pair(values.front(), values.back());
  for (double& value : values) value = (value - least) / (most - least);
  Rng rng(seed, Purpose::kGap, 0, 1);
  double one = 0;
  std::vector<double> twos;
  std::vector<double> set(values.size());
  for (int b = 0; b < kSets; ++b) {
    for (double& value : set) value = rng.uniform();
    std::ranges::sort(set);
    one += std::log(scatter(set)) / kSets;
    twos.push_back(std::log(scatter_of_two(set)));
  }
  const double two =
      std::accumulate(twos.begin(), twos.end(), 0.0) / twos.size();
  const double deviation = std::sqrt(scatter(twos) / kSets);
  return (two - std::log(scatter_of_two(values))) -
         deviation * std::sqrt(1 + 1.0 / kSets) -
         (one - std::log(scatter(values)));
}

}  // namespace

TEST_CASE("two clusters are found where the gap statistic finds two") {
  std::size_t wrong = 0;
  std::size_t near = 0;  // so that a deviation without 1 + 1 / B is noticed
  std::size_t split = 0;
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    Rng rng(seed, Purpose::kTest);
    std::vector<double> values(9);
    for (std::size_t i = 0; i < 9; ++i)
      values[i] = rng.uniform() + (i < 4 ? 1.2 : 0);
    const double excess = excess_gap(values, seed);
    if (std::abs(excess) < 1e-9) continue;
    wrong += std::isinf(upper_cluster(values, seed, 1)) != (excess < 0);
    near += std::abs(excess) < 0.015 ? 1 : 0;
    split += excess > 0 ? 1 : 0;
  }
  CHECK(wrong == 0);
  CHECK(near > 20);
  CHECK(split > 500);
  CHECK(split < 2500);
}

TEST_CASE("the cut minimises squares within clusters, of all members") {
  // By each part's last value alone, 3 would belong to the upper cluster.
  std::vector<double> values(12, 0.0);
  values.push_back(3);
  values.resize(26, 10.0);
  CHECK(upper_cluster(values, 1, 1) == 10);
}

TEST_CASE("clients that follow the model's moves are predicted, others not") {
  // Each client's loss is a parabola: its update is -0.3 (w - its own best), so
  // a change of w changes it by -0.3 of that. The last one always sends the
  // same.
  FlDetector rule({.parameters = {{"window", std::uint64_t{3}}}});
  const std::vector<double> best = {1, 1.1, 0.9, 1.05};
  const std::vector<std::uint32_t> clients = {0, 1, 2, 3, 4};
  Vector global{{0}};
  for (std::uint32_t round = 1; round <= 6; ++round) {
    Matrix models(5, 1);
    for (Index i = 0; i < 4; ++i)
      models(i, 0) = global(0) - 0.3 * (global(0) - best[i]);
    models(4, 0) = global(0) + 0.2;
    std::vector<double> selection(5);
    global = rule.aggregate({models, clients, global, round}, selection);
    INFO("round ", round);
    if (round < 4) continue;  // the window isn't full
    CHECK(std::count(selection.begin(), selection.end() - 1, 1.25) == 4);
    CHECK(selection[4] == 0);
  }
}

TEST_CASE("an upper cluster begins above all of the lower one") {
  const double from = upper_cluster({0.1, 5, 0.2, 5.1, 0.15, 0.12}, 1, 1);
  // Distances from the smallest value, 0.1.
  CHECK(from > 0.2 - 0.1);
  CHECK(from <= 5 - 0.1);
}

TEST_CASE("an upper cluster does not depend on where or how wide values lie") {
  const std::vector<double> values = {0.1, 5, 0.2, 5.1, 0.15, 0.12};
  std::vector<double> moved = values;
  for (double& value : moved) value = 8 * value + 64;
  CHECK(upper_cluster(moved, 1, 1) ==
        doctest::Approx(8 * upper_cluster(values, 1, 1)));
}

TEST_CASE("equal scores are one cluster") {
  CHECK(std::isinf(upper_cluster({3, 3, 3, 3, 3}, 1, 1)));
}

}  // namespace fedltr::fldetector_test
