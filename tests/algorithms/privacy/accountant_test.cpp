#include "algorithms/privacy/accountant.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "tests/support/golden.hpp"

namespace fedltr::accountant_test {
namespace {

double renyi_at(const Guarantee& guarantee, double order) {
  for (std::size_t i = 0; i < renyi_orders().size(); ++i)
    if (renyi_orders()[i] == order) return guarantee.renyi[i];
  throw std::out_of_range("no such order");
}

}  // namespace

TEST_CASE("Rényi values worked by hand") {
  // Gaussian: order / (2 sigma^2).
  CHECK(renyi_at(gaussian_guarantee(2), 4) == doctest::Approx(0.5));
  // Laplace at order 2: log(2/3 e^eps + 1/3 e^{-2 eps}).
  CHECK(
      renyi_at(laplace_guarantee(1), 2) ==
      doctest::Approx(std::log(2.0 / 3 * std::exp(1) + 1.0 / 3 * std::exp(-2)))
          .epsilon(1e-12));
  // Randomised response, two answers, order 2: log(p^2/q + q^2/p).
  CHECK(
      renyi_at(randomized_response_guarantee(0.75, 2), 2) ==
      doctest::Approx(std::log(0.5625 / 0.25 + 0.0625 / 0.75)).epsilon(1e-12));
  // Three answers: the third contributes its own probability.
  CHECK(
      renyi_at(randomized_response_guarantee(0.6, 3), 2) ==
      doctest::Approx(std::log(0.36 / 0.2 + 0.04 / 0.6 + 0.2)).epsilon(1e-12));
}

TEST_CASE(
    "Rényi divergence never exceeds the pure epsilon, and grows in order") {
  for (const Guarantee& guarantee :
       {laplace_guarantee(0.3), laplace_guarantee(4.5),
        randomized_response_guarantee(0.9, 11),
        randomized_response_guarantee(0.5, 11), gaussian_guarantee(1.5)}) {
    double before = 0;
    for (const double value : guarantee.renyi) {
      CHECK(value <= guarantee.pure + 1e-12);
      CHECK(value >= before);
      before = value;
    }
  }
  // Towards the pure epsilon as the order grows.
  CHECK(renyi_at(laplace_guarantee(2), 512) > 1.99);
}

TEST_CASE("discrete Laplace: the divergence is that of an enumeration") {
  for (const auto& [scale, shift] : {std::pair{3, 2}, {40, 1}}) {
    const double t = scale;
    const Guarantee guarantee = laplace_guarantee(shift / t, 1 / t);
    double mass = 0;
    for (int x = -60 * scale; x <= 60 * scale; ++x)
      mass += std::exp(-std::abs(x) / t);
    for (const double order : {1.25, 2.0, 16.0}) {
      double sum = 0;
      for (int x = -60 * scale; x <= 60 * scale; ++x)
        sum += std::exp(-order * std::abs(x) / t -
                        (1 - order) * std::abs(x - shift) / t) /
               mass;
      CHECK(renyi_at(guarantee, order) ==
            doctest::Approx(std::log(sum) / (order - 1)).epsilon(1e-9));
      CHECK(renyi_at(guarantee, order) >
            renyi_at(laplace_guarantee(shift / t), order));
    }
  }
}

TEST_CASE("the pure epsilon of randomised response is the published one") {
  const auto published = test::golden("es.json");
  for (const auto& row : published["epsilon_table"]) {
    if (row["p"].get<double>() * row["n"].get<double>() <= 1) continue;
    CHECK(randomized_response_guarantee(row["p"], row["n"]).pure ==
          doctest::Approx(row["epsilon_upper_bound"].get<double>())
              .epsilon(1e-9));
  }
  CHECK(std::isinf(randomized_response_guarantee(1, 11).pure));
  CHECK_THROWS_AS(randomized_response_guarantee(0.05, 11),
                  std::invalid_argument);
}

TEST_CASE("nothing that is released costs nothing, by any account") {
  const Composition none = compose(laplace_guarantee(0.1), 0, 1e-6);
  for (const double epsilon : {none.basic, none.advanced, none.renyi, none.pld})
    CHECK(epsilon == 0);
}

TEST_CASE("compositions by hand") {
  const Composition ten = compose(laplace_guarantee(0.1), 10, 1e-6);
  CHECK(ten.basic == doctest::Approx(1));
  CHECK(ten.advanced == doctest::Approx(0.1 * std::sqrt(20 * std::log(1e6)) +
                                        10 * 0.1 * (std::exp(0.1) - 1)));
  // One Gaussian release: minimum over orders of the conversion.
  double expected = 1e9;
  for (const double order : renyi_orders())
    expected = std::min(expected,
                        order / 2 + std::log((order - 1) / order) -
                            (std::log(1e-5) + std::log(order)) / (order - 1));
  CHECK(compose(gaussian_guarantee(1), 1, 1e-5).renyi ==
        doctest::Approx(expected).epsilon(1e-12));
}

TEST_CASE("Rényi accounting upper-bounds the exact Gaussian epsilon, closely") {
  // Balle and Wang (2018): delta(eps) = Phi(1/2s - eps s) - e^eps Phi(-1/2s -
  // eps s) of one release; the accounted epsilon must not be below the exact
  // one.
  const auto phi = [](double x) {
    return 0.5 * std::erfc(-x / std::sqrt(2.0));
  };
  for (const double sigma : {0.7, 1.0, 3.0}) {
    double low = 0;
    double high = 100;
    for (int i = 0; i < 200; ++i) {
      const double eps = (low + high) / 2;
      const double delta = phi(1 / (2 * sigma) - eps * sigma) -
                           std::exp(eps) * phi(-1 / (2 * sigma) - eps * sigma);
      (delta > 1e-6 ? low : high) = eps;
    }
    const Composition once = compose(gaussian_guarantee(sigma), 1, 1e-6);
    CHECK(once.renyi >= high - 1e-9);
    CHECK(once.renyi <= 1.15 * high);
    CHECK(once.best() == doctest::Approx(high).epsilon(1e-8));
  }
}

TEST_CASE("epsilon grows with releases, and shrinks with delta") {
  for (const Guarantee& guarantee :
       {laplace_guarantee(0.5), randomized_response_guarantee(0.5, 11),
        gaussian_guarantee(2)}) {
    double before = 0;
    for (const std::uint64_t releases : {0, 1, 2, 10, 100, 1000, 100000}) {
      const double epsilon = compose(guarantee, releases, 1e-6).best();
      CHECK(epsilon >= before);
      before = epsilon;
    }
    CHECK(compose(guarantee, 100, 1e-3).best() <=
          compose(guarantee, 100, 1e-9).best());
  }
  CHECK(std::isinf(compose({}, 1, 1e-6).best()));
  CHECK(compose({}, 0, 1e-6).best() == 0);
}

}  // namespace fedltr::accountant_test
