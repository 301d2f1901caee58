#include "algorithms/privacy/gaussian.hpp"

#include <cmath>
#include <stdexcept>

#include <doctest/doctest.h>

#include "algorithms/privacy/accountant.hpp"

namespace fedltr::gaussian_test {

TEST_CASE("the exact epsilon of Gaussian noise") {
  // Bisections of Balle and Wang's theorem 8 in Python, at delta = 1e-5.
  CHECK(gaussian_epsilon(0.5, 1e-5) == doctest::Approx(9.9972561464));
  CHECK(gaussian_epsilon(1, 1e-5) == doctest::Approx(4.3771780957));
  CHECK(gaussian_epsilon(2, 1e-5) == doctest::Approx(1.9930914044));
  CHECK(gaussian_epsilon(10, 1e-5) == doctest::Approx(0.3406693647));
}

TEST_CASE("the calibration and the account are inverse") {
  for (const double epsilon : {0.01, 0.5, 1.0, 4.5, 20.0, 400.0})
    for (const double delta : {1e-3, 1e-6, 1e-12}) {
      const double multiplier = gaussian_multiplier(epsilon, delta);
      CHECK(gaussian_epsilon(multiplier, delta) ==
            doctest::Approx(epsilon).epsilon(1e-7));
      CHECK(gaussian_epsilon(multiplier, delta) <= epsilon);
      CHECK(gaussian_delta(multiplier, epsilon) <= delta);
    }
}

TEST_CASE("so much noise that delta is all there is") {
  CHECK(gaussian_epsilon(1e7, 1e-6) == 0);
  CHECK(gaussian_delta(1e7, 0) < 1e-6);
}

TEST_CASE("epsilon grows with releases, even beyond the exponential's range") {
  double before = 0;
  for (double releases = 1; releases < 1e9; releases *= 1.5) {
    const double epsilon = gaussian_epsilon(1 / std::sqrt(releases), 1e-6);
    CHECK(epsilon > before);
    // Never below the mean of the loss, half of the squared multiplier's
    // inverse.
    CHECK(epsilon > releases / 2);
    CHECK(epsilon < releases / 2 + 6 * std::sqrt(releases));
    before = epsilon;
  }
}

TEST_CASE("four releases at twice the deviation are one") {
  CHECK(compose(gaussian_guarantee(3), 4, 1e-6).pld ==
        gaussian_epsilon(1.5, 1e-6));
  CHECK(compose(gaussian_guarantee(3), 4, 1e-6).best() ==
        gaussian_epsilon(1.5, 1e-6));
  CHECK(compose(repeated(gaussian_guarantee(3), 4), 1, 1e-6).pld ==
        gaussian_epsilon(1.5, 1e-6));
}

TEST_CASE("no deviation, no account") {
  CHECK_THROWS_AS(gaussian_epsilon(0, 1e-6), std::invalid_argument);
  CHECK_THROWS_AS(gaussian_epsilon(1, 0), std::invalid_argument);
  CHECK_THROWS_AS(gaussian_epsilon(1, 1), std::invalid_argument);
}

}  // namespace fedltr::gaussian_test
