#include "algorithms/privacy/sound.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/privacy/gaussian.hpp"
#include "algorithms/privacy/ledger.hpp"

namespace fedltr::sound_test {
namespace {

Bits seeded(std::uint32_t number) {
  return [rng = Rng(1, Purpose::kTest, number)]() mutable { return rng(); };
}

/// Exact probabilities on -reach ... reach.
template <class Weight>
std::map<std::int64_t, double> distribution(std::int64_t reach,
                                            Weight&& weight) {
  std::map<std::int64_t, double> all;
  double sum = 0;
  for (std::int64_t x = -reach; x <= reach; ++x) sum += all[x] = weight(x);
  for (auto& [x, probability] : all) probability /= sum;
  return all;
}

/// Chi-square of draws against exact probabilities; cells below 50 expected are
/// joined. True when p > 0.0001 by Wilson and Hilferty's approximation.
template <class Draw>
bool fits(const std::map<std::int64_t, double>& expected, int draws,
          Draw&& draw) {
  std::map<std::int64_t, double> counts;
  for (int i = 0; i < draws; ++i) ++counts[draw()];
  double chi_square = 0;
  double freedom = -1;
  double rest_expected = draws;
  double rest_counted = draws;
  for (const auto& [x, probability] : expected) {
    const double mean = probability * draws;
    if (mean < 50) continue;
    chi_square += (counts[x] - mean) * (counts[x] - mean) / mean;
    rest_expected -= mean;
    rest_counted -= counts[x];
    ++freedom;
  }
  if (rest_expected > 50) {
    chi_square += (rest_counted - rest_expected) *
                  (rest_counted - rest_expected) / rest_expected;
    ++freedom;
  }
  const double v = 2 / (9 * freedom);
  return chi_square < freedom * std::pow(1 - v + 3.72 * std::sqrt(v), 3);
}

}  // namespace

TEST_CASE("bernoulli_exp is e^-x, also above 1") {
  constexpr int kDraws = 200000;
  for (const auto& [numerator, denominator] :
       {std::pair<std::uint64_t, std::uint64_t>{0, 5},
        {1, 3},
        {1, 1},
        {7, 3}}) {
    const Bits bits = seeded(1);
    int count = 0;
    for (int i = 0; i < kDraws; ++i)
      count += bernoulli_exp(numerator, denominator, bits);
    const double p = std::exp(-double(numerator) / double(denominator));
    CHECK(std::abs(count - p * kDraws) <=
          5 * std::sqrt(kDraws * p * (1 - p)) + 1e-9);
  }
}

TEST_CASE("discrete Laplace has the exact distribution: 10^6 draws") {
  for (const std::uint64_t scale : {1, 2, 5}) {
    const Bits bits = seeded(2);
    const auto s = static_cast<double>(scale);
    CHECK(fits(distribution(200,
                            [&](std::int64_t x) {
                              return std::exp(-std::abs(double(x)) / s);
                            }),
               1000000, [&] { return discrete_laplace(scale, bits); }));
  }
}

TEST_CASE("discrete Gaussian has the exact distribution: 10^6 draws") {
  for (const std::uint64_t deviation : {1, 2, 5}) {
    const Bits bits = seeded(3);
    const auto v = static_cast<double>(deviation * deviation);
    CHECK(fits(distribution(100,
                            [&](std::int64_t x) {
                              return std::exp(-double(x * x) / (2 * v));
                            }),
               1000000, [&] { return discrete_gaussian(deviation, bits); }));
  }
}

TEST_CASE("shares of discrete Laplace sum to it: 10^6 draws") {
  for (const auto& [scale, shares] :
       {std::pair<std::uint64_t, std::uint64_t>{1, 3}, {4, 2}, {4, 50}}) {
    const Bits bits = seeded(6);
    const auto s = static_cast<double>(scale);
    CHECK(fits(distribution(200,
                            [&](std::int64_t x) {
                              return std::exp(-std::abs(double(x)) / s);
                            }),
               1000000, [&] {
                 std::int64_t sum = 0;
                 for (std::uint64_t i = 0; i < shares; ++i)
                   sum += discrete_laplace_share(scale, shares, bits);
                 return sum;
               }));
  }
}

TEST_CASE("shares hold the full noise together, and no more is charged") {
  constexpr std::uint64_t kShares = 40;
  constexpr int kDraws = 4000;
  for (const bool gaussian : {false, true}) {
    const GridNoise noise = gaussian ? gaussian_noise(2, 1e-6, 3, kShares)
                                     : laplace_noise(2, 3, kShares);
    const GridNoise whole =
        gaussian ? gaussian_noise(2, 1e-6, 3) : laplace_noise(2, 3);
    CHECK(noise.width() == doctest::Approx(whole.width()).epsilon(0.01));
    CHECK(sound_spec(noise, 2, 1e-6, Seen::kSums).min_updates == kShares);
    CHECK(
        sound_spec(noise, 2, 1e-6, Seen::kSums).after(1).best() ==
        doctest::Approx(sound_spec(whole, 2, 1e-6, Seen::kSums).after(1).best())
            .epsilon(0.01));
    const Bits bits = seeded(7);
    double squares = 0;
    for (int i = 0; i < kDraws; ++i) {
      double sum = 0;
      for (std::uint64_t share = 0; share < kShares; ++share)
        sum += noise.step * static_cast<double>(noise.draw(bits));
      squares += sum * sum;
    }
    // Five standard errors; Laplace: variance 2 width^2, kurtosis 6.
    const double expected = (gaussian ? 1 : 2) * noise.width() * noise.width();
    CHECK(std::abs(squares / kDraws / expected - 1) <
          5 * std::sqrt((gaussian ? 2.0 : 5.0) / kDraws));
  }
}

TEST_CASE("wide noise has the right variance") {
  const Bits bits = seeded(4);
  constexpr int kDraws = 20000;
  double laplace = 0;
  double gaussian = 0;
  for (int i = 0; i < kDraws; ++i) {
    laplace += std::pow(double(discrete_laplace(700, bits)), 2);
    gaussian += std::pow(double(discrete_gaussian(700, bits)), 2);
  }
  // 2 s^2 with kurtosis 6, v with kurtosis 3; five standard errors.
  CHECK(std::abs(laplace / kDraws / (2 * 700.0 * 700) - 1) <
        5 * std::sqrt(5.0 / kDraws));
  CHECK(std::abs(gaussian / kDraws / (700.0 * 700) - 1) <
        5 * std::sqrt(2.0 / kDraws));
}

TEST_CASE("privacy loss of discrete Laplace, by enumeration: ratios to e^eps") {
  // Scale 4, sensitivity 3 steps: epsilon = 3/4.
  const auto p = distribution(
      300, [](std::int64_t x) { return std::exp(-std::abs(double(x)) / 4); });
  double worst = 0;
  for (std::int64_t shift = -3; shift <= 3; ++shift)
    for (std::int64_t x = -200; x <= 200; ++x)
      worst = std::max(worst, p.at(x) / p.at(x - shift));
  CHECK(worst <= std::exp(0.75) * (1 + 1e-12));
  CHECK(worst >= std::exp(0.75) * (1 - 1e-12));
}

TEST_CASE("privacy loss of discrete Gaussian, by enumeration: delta is kept") {
  for (const double epsilon : {0.5, 1.0, 4.5}) {
    constexpr double kDelta = 1e-4;
    // The mechanism's own noise, on a grid 1024 times as coarse.
    const GridNoise noise = gaussian_noise(epsilon, kDelta, 1);
    const auto shift =
        static_cast<std::int64_t>(std::floor(1 / noise.step / 1024));
    const double v = std::pow(std::ceil(double(noise.spread) / 1024), 2);
    const auto reach = static_cast<std::int64_t>(12 * std::sqrt(v)) + shift;
    const auto p = distribution(reach, [&](std::int64_t x) {
      return std::exp(-double(x) * double(x) / (2 * v));
    });
    double delta = 0;
    for (std::int64_t x = -reach + shift; x <= reach; ++x)
      delta += std::max(0.0, p.at(x) - std::exp(epsilon) * p.at(x - shift));
    CHECK(delta <= kDelta);
    CHECK(delta >= 0.9 * kDelta);
  }
}

TEST_CASE(
    "the analytic calibration beats the classical one, and holds above 1") {
  // sqrt(2 log(1.25 / delta)) / epsilon, a bound below epsilon = 1.
  for (const double epsilon : {0.1, 0.5, 0.9})
    CHECK(gaussian_multiplier(epsilon, 1e-5) <
          std::sqrt(2 * std::log(1.25e5)) / epsilon);
  CHECK(gaussian_multiplier(1, 1e-5) ==
        doctest::Approx(3.730632).epsilon(1e-5));
}

TEST_CASE("a release is clipped, on the grid, and centred on the update") {
  const Vector global{{1.1, -2.3, 0.7, 3.9}};
  for (const GridNoise& noise :
       {laplace_noise(2, 1), gaussian_noise(2, 1e-6, 1)}) {
    const Bits bits = seeded(5);
    constexpr int kDraws = 4000;
    Vector sum = Vector::Zero(4);
    for (int i = 0; i < kDraws; ++i) {
      Vector message = global + Vector{{30.0, 0.0, -40.0, 0.0}};
      noise.release(message, global, bits);
      const Vector update = message - global;
      for (const double value : update)
        REQUIRE(std::abs(value / noise.step - std::round(value / noise.step)) <
                1e-4);
      sum += update;
    }
    const bool laplace = noise.kind == GridNoise::Kind::kLaplace;
    const double norm = laplace ? 70 : 50;  // of the update before clipping
    const Vector centre = Vector{{30.0, 0.0, -40.0, 0.0}} * (0.5 / norm);
    const double error =
        noise.width() * (laplace ? std::sqrt(2.0) : 1) / std::sqrt(kDraws);
    CHECK((sum / kDraws - centre).cwiseAbs().maxCoeff() <
          5 * error + noise.step);
  }
}

TEST_CASE("rounding never lengthens an update, and costs it little") {
  // With noise of zero steps: release() less its noise.
  for (const Index size : {4, 700}) {
    for (GridNoise noise : {laplace_noise(1, 5), gaussian_noise(1, 1e-6, 5)}) {
      const bool laplace = noise.kind == GridNoise::Kind::kLaplace;
      const Vector global = Vector::Zero(size);
      Vector update(size);
      Rng(1, Purpose::kTest, 8).fill_normal(update);
      update *= 9;
      Vector message = update;
      noise.release(message, global, seeded(9));
      Vector other = Vector::Zero(size);
      noise.release(other, global, seeded(9));
      const Vector kept = message - other;
      const double norm = laplace ? kept.lpNorm<1>() : kept.norm();
      CHECK(norm <= 2.5);
      CHECK(norm > 2.5 * 0.995);
      CHECK(kept.normalized().dot(update.normalized()) > 0.999);
    }
  }
}

TEST_CASE("NaN is released as nothing") {
  const GridNoise noise = gaussian_noise(1, 1e-6, 1);
  for (const double bad : {double(NAN), double(INFINITY)}) {
    Vector message{{bad, 0.0}};
    noise.release(message, Vector::Zero(2), seeded(10));
    Vector nothing = Vector::Zero(2);
    noise.release(nothing, Vector::Zero(2), seeded(10));
    CHECK(message == nothing);
  }
}

TEST_CASE("the calibration reaches small epsilons, and keeps its delta") {
  const auto phi = [](double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; };
  for (const double epsilon : {1e-5, 1e-3, 1.0, 100.0})
    for (const double delta : {1e-20, 1e-6}) {
      const double m = gaussian_multiplier(epsilon, delta);
      CHECK(phi(0.5 / m - epsilon * m) -
                std::exp(epsilon) * phi(-0.5 / m - epsilon * m) <=
            delta * (1 + 1e-6));
    }
  CHECK_THROWS_AS(gaussian_multiplier(1e-6, 1e-6), std::invalid_argument);
}

TEST_CASE("terms charge what the noise that is drawn gives, not more") {
  const PrivacySpec laplace =
      sound_spec(laplace_noise(0.7, 3), 0.7, 1e-6, Seen::kMessages);
  CHECK(laplace.guarantee.pure <= 0.7);
  CHECK(laplace.guarantee.pure > 0.69);
  const PrivacySpec gaussian =
      sound_spec(gaussian_noise(1, 1e-6, 3), 1, 1e-6, Seen::kMessages);
  CHECK(gaussian.after(1).best() < 1.2);
  // Above the exact 62.8 by what Renyi accounting gives away.
  CHECK(gaussian.after(1000).best() > 62.8);
  CHECK(gaussian.after(1000).best() < 68);
}

TEST_CASE("discrete Laplace of a rational scale has the exact distribution") {
  for (const auto& [numerator, denominator] :
       {std::pair<std::uint64_t, std::uint64_t>{7, 2}, {2, 3}, {4096, 2048}}) {
    const Bits bits = seeded(12);
    const double scale = double(numerator) / double(denominator);
    CHECK(fits(distribution(200,
                            [&](std::int64_t x) {
                              return std::exp(-std::abs(double(x)) / scale);
                            }),
               1000000,
               [&] { return discrete_laplace(numerator, denominator, bits); }));
  }
  CHECK_THROWS_AS(discrete_laplace(0, 1, seeded(12)), std::invalid_argument);
  CHECK_THROWS_AS(discrete_laplace(1, 0, seeded(12)), std::invalid_argument);
}

}  // namespace fedltr::sound_test
