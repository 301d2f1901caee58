#include "algorithms/silo/shared_metrics.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include <doctest/doctest.h>

#include "algorithms/silo/simulated_bits.hpp"

namespace fedltr::shared_metrics_test {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Matrix some_values() {
  Matrix values(3, 2);
  values << .25, 1, .5, kNaN, .75, .5;
  return values;
}

}  // namespace

TEST_CASE("plain means leave out queries that are empty for a metric") {
  const MetricMeans told = plain_means(some_values());
  CHECK(told.queries == 3);
  CHECK(told.means[0] == doctest::Approx(.5));
  CHECK(told.means[1] == doctest::Approx(.75));
  const MetricMeans none = plain_means(Matrix(0, 2));
  CHECK(none.queries == 0);
  CHECK(none.means == std::vector<double>{0, 0});
}

TEST_CASE("noise on means has the deviation of its epsilon") {
  constexpr int kDraws = 4000;
  constexpr double kEpsilon = .5;
  double squares = 0;
  double sum = 0;
  for (std::uint32_t draw = 0; draw < kDraws; ++draw) {
    const MetricMeans told = noisy_means(
        some_values(), kEpsilon, simulated_bits(1, Purpose::kTest, 0, draw));
    const double error = told.means[0] - .5;
    sum += error;
    squares += error * error;
  }
  // Laplace noise of scale #metrics / epsilon on the sum of three values.
  const double deviation = std::sqrt(2.0) * 2 / kEpsilon / 3;
  CHECK(std::abs(sum / kDraws) < 4 * deviation / std::sqrt(kDraws));
  // The deviation of a square is sqrt(5) times its mean.
  CHECK(squares / kDraws ==
        doctest::Approx(deviation * deviation)
            .epsilon(4 * std::sqrt(5.0) / std::sqrt(kDraws)));
}

TEST_CASE("with a large epsilon noisy means are the plain ones, cut to 1") {
  Matrix values = some_values();
  values(0, 1) = 7;
  const MetricMeans told =
      noisy_means(values, 60000, simulated_bits(1, Purpose::kTest, 0, 0));
  CHECK(std::abs(told.means[0] - .5) < 1e-3);
  CHECK(std::abs(told.means[1] - .75) < 1e-3);
  const Matrix none(0, 2);
  CHECK(noisy_means(none, 1, simulated_bits(1, Purpose::kTest, 0, 0)).means ==
        std::vector<double>{0, 0});
}

TEST_CASE("means without a bound or of too many metrics are refused") {
  const Bits bits = simulated_bits(1, Purpose::kTest, 0, 0);
  CHECK_THROWS(noisy_means(some_values(), 0, bits));
  CHECK_THROWS(noisy_means(some_values(), 1e6, bits));
  CHECK_THROWS(noisy_means(Matrix::Zero(2, 16), 1, bits));
}

TEST_CASE("impossible means are refused") {
  const auto refusal = [](const MetricMeans& told, MetricSharing sharing) {
    try {
      require_means(told, 2, sharing, 4);
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  using enum MetricSharing;
  CHECK(refusal({3, {.5, 1}}, kPlain).empty());
  CHECK(refusal({3, {.5, 7}}, kPlain).empty());  // of a metric without a bound
  CHECK(refusal({3, {-31, 32}}, kNoisy).empty());
  CHECK(refusal({3, {.5}}, kPlain) == "holds the wrong number of means");
  CHECK(refusal({3, {.5, 1, 1}}, kNoisy) == "holds the wrong number of means");
  for (const MetricSharing sharing : {kPlain, kNoisy})
    for (const double bad : {kNaN, std::numeric_limits<double>::infinity()})
      CHECK(refusal({3, {.5, bad}}, sharing) ==
            "holds a number that is not finite");
  CHECK(refusal({3, {-.1, 1}}, kPlain) == "holds a mean below 0");
  // 64 scales of noise of 2 / 4 each.
  for (const double bad : {-33.0, 34.0})
    CHECK(refusal({3, {.5, bad}}, kNoisy) ==
          "holds a mean that no noise explains");
}

}  // namespace fedltr::shared_metrics_test
