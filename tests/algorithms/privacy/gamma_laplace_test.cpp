#include "algorithms/privacy/gamma_laplace.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/golden.hpp"

namespace fedltr::gamma_laplace_test {

TEST_CASE("clipping agrees with the peers' to 1e-12") {
  const auto golden = test::golden("dp.json");
  for (const auto& entry : golden["clip_cases"]) {
    Vector model = test::to_vector(entry["weights_before"]) +
                   entry["learning_rate"].get<double>() *
                       test::to_vector(entry["gradient"]);
    clip_norm(model, entry["sensitivity"]);
    const Vector expected = test::to_vector(entry["weights_after"]);
    CHECK((model - expected).norm() <= 1e-12 * expected.norm());
  }
}

TEST_CASE("gamma draws have the right mean and variance") {
  for (const double shape : {0.001, 0.1, 0.5, 1.0, 3.7}) {
    CAPTURE(shape);
    Rng rng(1, Purpose::kTest);
    constexpr int kDraws = 400000;
    double sum = 0;
    double square = 0;
    for (int i = 0; i < kDraws; ++i) {
      const double value = draw_gamma(shape, rng);
      REQUIRE(value >= 0);
      sum += value;
      square += value * value;
    }
    // Five standard errors; the fourth moment of Gamma gives the second's.
    const double mean_error = std::sqrt(shape / kDraws);
    CHECK(std::abs(sum / kDraws - shape) < 5 * mean_error);
    const double second = shape * (shape + 1);
    const double fourth = second * (shape + 2) * (shape + 3);
    CHECK(std::abs(square / kDraws - second) <
          5 * std::sqrt((fourth - second * second) / kDraws));
  }
}

TEST_CASE("shares of all clients add up to Laplace noise") {
  // Kolmogorov-Smirnov on 4000 sums over 20 clients, p = 0.001.
  GammaLaplace mechanism{4.5, 5, 20};
  Vector sum = Vector::Zero(4000);
  for (std::uint32_t client = 0; client < 20; ++client) {
    Rng rng(2, Purpose::kTest, client);
    mechanism.add_noise(sum, rng);
  }
  std::vector<double> sorted(sum.begin(), sum.end());
  std::ranges::sort(sorted);
  const double scale = 5 / 4.5;
  double distance = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const double x = sorted[i] / scale;
    const double cdf = x < 0 ? std::exp(x) / 2 : 1 - std::exp(-x) / 2;
    distance = std::max({distance, std::abs(cdf - double(i) / 4000),
                         std::abs(cdf - double(i + 1) / 4000)});
  }
  CHECK(distance < 1.95 / std::sqrt(4000.0));
}

}  // namespace fedltr::gamma_laplace_test
