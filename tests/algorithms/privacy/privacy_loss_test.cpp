#include "algorithms/privacy/privacy_loss.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include <doctest/doctest.h>

#include "algorithms/privacy/accountant.hpp"

using namespace fedltr;

namespace fedltr::privacy_loss_test {

/// delta at an epsilon of one release.
double delta_of(const LossDistribution& loss, double epsilon) {
  double delta = 0;
  for (std::size_t i = 0; i < loss.mass.size(); ++i) {
    const double x = loss.top - static_cast<double>(i) * loss.step;
    if (x > epsilon) delta += loss.mass[i] * (1 - std::exp(epsilon - x));
  }
  return delta;
}

/// Checks that the masses of P and, times e^-x, of Q are 1.
void check_masses(const LossDistribution& loss) {
  double other = 0;
  for (std::size_t i = 0; i < loss.mass.size(); ++i)
    other +=
        loss.mass[i] * std::exp(static_cast<double>(i) * loss.step - loss.top);
  CHECK(std::accumulate(loss.mass.begin(), loss.mass.end(), 0.0) ==
        doctest::Approx(1).epsilon(1e-12));
  CHECK(other == doctest::Approx(1).epsilon(1e-12));
}

// Sums over all outcomes in 120 digits (mpmath): trinomials, and of Laplace
// noise truncated exponentials by inclusion and exclusion.
TEST_CASE("randomised response: the epsilon of an enumeration") {
  struct Reference {
    double truth;
    std::size_t values;
    std::uint64_t releases;
    double delta;
    double epsilon;
  };
  for (const auto& [truth, values, releases, delta, epsilon] :
       {Reference{0.5, 11, 40, 1e-6, 77.9526223060633},
        {0.12, 11, 400, 1e-6, 16.9166466382836},
        {0.75, 2, 10, 1e-5, 10.985945293646},
        {0.6, 2, 100, 1e-30, 40.54651079551},
        {0.9, 11, 4, 1e-6, 17.999237157162}}) {
    const double ours = composed_epsilon(
        randomized_response_loss(truth, values), releases, delta);
    CHECK(ours >= epsilon - 1e-12);
    CHECK(ours <= epsilon + 1e-6);
  }
}

TEST_CASE("Laplace noise: never below an enumeration, hardly above") {
  struct Reference {
    double epsilon;
    std::uint64_t releases;
    double delta;
    double composed;
  };
  for (const auto& [epsilon, releases, delta, composed] :
       {Reference{1, 1, 1e-3, 0.997998999332833},
        {1, 2, 1e-6, 1.999996},
        {0.1, 30, 1e-6, 2.29781902306592},
        {1, 20, 1e-6, 19.6709201616446},
        {4.5, 10, 1e-6, 44.9989780894472}}) {
    const double ours =
        composed_epsilon(laplace_loss(epsilon), releases, delta);
    CHECK(ours >= composed - 1e-12);
    CHECK(ours <= composed * (1 + 1e-5));
  }
}

TEST_CASE("the lattice of Laplace noise is not below its curve") {
  for (const double epsilon : {0.01, 0.3, 1.0, 30.0}) {
    const LossDistribution fine = laplace_loss(epsilon);
    check_masses(fine);
    for (double x = -epsilon; x < epsilon; x += epsilon / 777) {
      const double exact = 1 - std::exp((x - epsilon) / 2);
      CHECK(delta_of(fine, x) >= exact - 1e-12);
      CHECK(delta_of(fine, x) <= exact + 1e-3);
    }
  }
}

TEST_CASE("discrete Laplace noise: the curve of an enumeration") {
  // Scale 3, moved by 2; and scale 100000.5 steps, which is on no lattice.
  const LossDistribution exact = laplace_loss(2.0 / 3, 1.0 / 3);
  CHECK(exact.mass.size() == 3);
  check_masses(exact);
  double mass = 0;
  for (int x = -200; x <= 200; ++x) mass += std::exp(-std::abs(x) / 3.0);
  for (const double at : {-0.5, 0.0, 0.1, 0.5}) {
    double delta = 0;
    for (int x = -200; x <= 200; ++x)
      delta += std::max(0.0, std::exp(-std::abs(x) / 3.0) -
                                 std::exp(at - std::abs(x - 2) / 3.0)) /
               mass;
    CHECK(delta_of(exact, at) == doctest::Approx(delta).epsilon(1e-9));
  }
  const LossDistribution near = laplace_loss(1, 1 / 100000.5);
  CHECK(near.top == doctest::Approx(1 + 2 / 100000.5).epsilon(1e-12));
}

TEST_CASE("a move in two coordinates is worth no less than in one") {
  // The claim of privacy_loss.cpp, on one lattice: 64 steps, divided.
  const LossDistribution whole = laplace_loss(2, 2.0 / 64);
  for (const int first : {1, 7, 32}) {
    const LossDistribution a = laplace_loss(first / 32.0, 1.0 / 32);
    const LossDistribution b = laplace_loss(2 - first / 32.0, 1.0 / 32);
    for (double x = -2; x < 2; x += 0.01) {
      double both = 0;
      for (std::size_t i = 0; i < a.mass.size(); ++i)
        both += a.mass[i] *
                delta_of(b, x - a.top + static_cast<double>(i) * a.step);
      CHECK(both <= delta_of(whole, x) + 1e-12);
    }
  }
}

TEST_CASE("a coarser lattice keeps its masses and is not below") {
  LossDistribution loss = laplace_loss(1);
  for (int halved = 0; halved < 9; ++halved) {
    const LossDistribution half = coarser(loss);
    check_masses(half);
    CHECK(half.mass.size() == (loss.mass.size() + 1) / 2);
    for (double x = -1; x < 1; x += 0.01)
      CHECK(delta_of(half, x) >= delta_of(loss, x) - 1e-12);
    loss = half;
  }
  CHECK(coarser(loss).mass == loss.mass);  // an odd number of steps: one
}

TEST_CASE("more releases never cost less, over every change of the lattice") {
  for (const double epsilon : {0.05, 1.0, 12.0}) {
    const LossDistribution loss = laplace_loss(epsilon);
    double before = 0;
    for (std::uint64_t releases = 1; releases < 6000;
         releases += 1 + releases / 12) {
      const double composed = composed_epsilon(loss, releases, 1e-6);
      CHECK(composed >= before);
      CHECK(composed <= static_cast<double>(releases) * epsilon + 1e-9);
      before = composed;
    }
  }
}

TEST_CASE("the distribution accounts less than Rényi's orders, not much") {
  for (const std::uint64_t releases : {30, 300, 3000, 30000}) {
    for (const Guarantee& guarantee :
         {laplace_guarantee(0.1), randomized_response_guarantee(0.12, 11)}) {
      const Composition sum = compose(guarantee, releases, 1e-6);
      CHECK(sum.pld < sum.renyi);
      CHECK(sum.pld > 0.8 * std::min(sum.renyi, sum.basic));
      CHECK(sum.best() == sum.pld);
    }
  }
}

TEST_CASE("a release of thirty draws is thirty releases of one") {
  const Guarantee row = laplace_guarantee(0.02, 0.02);
  CHECK(compose(repeated(row, 30), 7, 1e-6).pld == compose(row, 210, 1e-6).pld);
  CHECK(repeated(row, 30).pure == doctest::Approx(0.6));
}

TEST_CASE("small losses of many releases are as tight") {
  // By sums over all outcomes in 60 digits: delta is 1.00005e-12 at .000530327
  // and 9.999935e-13 at .000530328; 9.999988e-10 at .012501965.
  const double two =
      composed_epsilon(randomized_response_loss(.50000025, 2), 10'000, 1e-12);
  CHECK(two > .000530327);
  CHECK(two < .00053033);
  const double hundred =
      composed_epsilon(randomized_response_loss(.0100099, 100), 300, 1e-9);
  CHECK(hundred > .0125019);
  CHECK(hundred < .0125020);
}

TEST_CASE("a loss that no window holds has no bound this way") {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  CHECK(composed_epsilon({}, 1, 1e-6) == kNone);
  CHECK(composed_epsilon(laplace_loss(1), 0, 1e-6) == 0);
  CHECK(composed_epsilon(laplace_loss(1), std::uint64_t{1} << 33, 1e-6) ==
        kNone);
  CHECK(composed_epsilon(laplace_loss(1), 1'000'000'000, 1e-6) == kNone);
  CHECK(laplace_loss(1001).mass.empty());
  CHECK(composed_epsilon(laplace_loss(1), 1, 0.9) == 0);
  CHECK_THROWS_AS(composed_epsilon(laplace_loss(1), 1, 0),
                  std::invalid_argument);
  CHECK_THROWS_AS(laplace_loss(0), std::invalid_argument);
  CHECK_THROWS_AS(randomized_response_loss(0.05, 11), std::invalid_argument);
}

}  // namespace fedltr::privacy_loss_test
