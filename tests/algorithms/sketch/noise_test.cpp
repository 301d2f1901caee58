#include "algorithms/sketch/noise.hpp"

#include <cmath>
#include <map>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/zipf_documents.hpp"

namespace fedltr::noise_test {
using namespace fedltr::testing;

namespace {

constexpr std::uint32_t kRows = 30;
constexpr std::uint32_t kColumns = 200;

}  // namespace

TEST_CASE("noise has its stated scale") {
  // Mean of |x| of Laplace noise is its scale; 40,000 draws.
  const auto mean = [](const std::string& name, std::size_t values) {
    const auto noise = make_sketch_noise(name, {0.5, kRows, kColumns});
    const Bits bits = test_bits(8);
    double sum = 0;
    constexpr int kDraws = 40000;
    std::vector<double> drawn(values);
    for (int i = 0; i < kDraws; ++i) {
      std::ranges::fill(drawn, 0.0);
      noise.add(drawn, bits);
      sum += std::abs(drawn.back());
    }
    return sum / kDraws;
  };
  CHECK(mean("paper", kRows) == doctest::Approx(2).epsilon(0.03));
  CHECK(mean("paper-reduced", kRows) ==
        doctest::Approx(1 / reduced_epsilon(0.5, kColumns)).epsilon(0.03));
  CHECK(mean("sound", kRows) == doctest::Approx(60).epsilon(0.03));
  CHECK(mean("median-only", 1) == doctest::Approx(2).epsilon(0.05));
}

TEST_CASE("Corollary 1 adds less noise the more columns hide") {
  // e^e' = w (e^e - 1) + 1, by hand.
  CHECK(reduced_epsilon(0.5, 200) ==
        doctest::Approx(std::log(200 * (std::exp(0.5) - 1) + 1)));
  CHECK(reduced_epsilon(0.5, 1) == doctest::Approx(0.5));
  CHECK(reduced_epsilon(0.5, 400) > reduced_epsilon(0.5, 200));
}

TEST_CASE("each kind of noise names its claim and its proven bound") {
  const SketchNoiseOptions options{0.5, kRows, kColumns};
  CHECK(make_sketch_noise("off", options).claimed == kNoBound);
  for (const std::string name : {"paper", "paper-reduced"}) {
    CHECK(make_sketch_noise(name, options).claimed == 0.5);
    CHECK(make_sketch_noise(name, options).guarantee.pure == kNoBound);
  }
  // One row is the Laplace mechanism, smaller noise a larger epsilon.
  CHECK(make_sketch_noise("paper", {0.5, 1, 200}).guarantee.pure ==
        doctest::Approx(0.5));
  CHECK(make_sketch_noise("paper-reduced", {0.5, 1, 200}).guarantee.pure ==
        doctest::Approx(reduced_epsilon(0.5, 200)));
  for (const std::string name : {"sound", "median-only"})
    for (const double epsilon : {0.001, 0.3, 0.5, 7.77}) {
      const auto noise = make_sketch_noise(name, {epsilon, kRows, kColumns});
      CHECK(noise.guarantee.pure <= epsilon * (1 + 1e-12));
      CHECK(noise.guarantee.pure > epsilon - 1.0 / 2048);
      CHECK(noise.estimates_only == (name == "median-only"));
    }
  CHECK_THROWS_WITH_AS(make_sketch_noise("loud", options),
                       doctest::Contains("median-only"), std::invalid_argument);
  CHECK_THROWS_AS(make_sketch_noise("sound", {0}), std::invalid_argument);
}

TEST_CASE(
    "sound answers to neighbouring documents differ by e^epsilon at most") {
  // Two rows, epsilon 1: one more occurrence moves both rows by one.
  // Probabilities of each outcome from 400,000 draws; outcomes with at least
  // 400.
  const auto noise = make_sketch_noise("sound", {1.0, 2, 8});
  const Bits bits = test_bits(9);
  const auto chances = [&](double shift) {
    std::map<std::pair<int, int>, double> counts;
    for (int i = 0; i < 400000; ++i) {
      std::vector<double> values{shift, -shift};
      noise.add(values, bits);
      ++counts[{static_cast<int>(values[0]), static_cast<int>(values[1])}];
    }
    return counts;
  };
  const auto one = chances(0);
  auto other = chances(1);
  double most = 0;
  for (const auto& [outcome, count] : one)
    if (count > 400) most = std::max(most, std::log(count / other[outcome]));
  CHECK(most < 1 + 5 * std::sqrt(2.0 / 400));
  CHECK(most > 0.8);  // and the bound is reached
}

TEST_CASE("every noise that adds anything leaves the mean where it was") {
  for (const auto& method : sketch_noises()) {
    CAPTURE(method.name);
    const SketchNoise noise = make_sketch_noise(method.name, {5, 1, kColumns});
    CHECK(noise.name == method.name);
    if (!noise.add) continue;
    const Bits bits = test_bits(12);
    double sum = 0;
    std::vector<double> value(1);
    for (int i = 0; i < 20000; ++i) {
      value[0] = 0;
      noise.add(value, bits);
      sum += value[0];
    }
    CHECK(std::abs(sum / 20000) < 0.03);
  }
}

TEST_CASE("epsilon is within its stated bounds, ends included") {
  for (const double epsilon : {0.001, 500.0})
    CHECK_NOTHROW(make_sketch_noise("sound", {epsilon, kRows, kColumns}));
  for (const double epsilon : {-1.0, 0.0009, 501.0, std::nan("")})
    CHECK_THROWS_AS(make_sketch_noise("sound", {epsilon, kRows, kColumns}),
                    std::invalid_argument);
}

}  // namespace fedltr::noise_test
