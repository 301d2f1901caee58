#include "algorithms/privacy/ledger.hpp"

#include <cmath>

#include <doctest/doctest.h>

namespace fedltr::ledger_test {

TEST_CASE("without a mechanism nothing is promised") {
  const PrivacySpec spec = no_privacy();
  CHECK(std::isinf(spec.claimed));
  CHECK(std::isinf(spec.after(1).best()));
  CHECK(spec.after(0).best() == 0);
  CHECK_FALSE(spec.release);
  CHECK_FALSE(spec.caveat.empty());
}

TEST_CASE("randomised rewards are charged by search, not by round") {
  const PrivacySpec spec = randomized_response_spec(0.5, 11, 4, 1e-6);
  // ln(p (n - 1) / (1 - p)) = ln 10.
  CHECK(spec.claimed == doctest::Approx(std::log(10.0)));
  CHECK(spec.after(3).basic == doctest::Approx(12 * std::log(10.0)));
  CHECK(std::isinf(randomized_response_spec(1, 11, 4, 1e-6).claimed));
  CHECK(randomized_response_spec(1, 11, 4, 1e-6).caveat.find("the truth") !=
        std::string::npos);
  CHECK(spec.caveat.find("the truth") == std::string::npos);
}

TEST_CASE("a share of Laplace noise claims epsilon and is worth none") {
  const GammaLaplace noise{.epsilon = 4.5, .sensitivity = 5, .clients = 10};
  const PrivacySpec spec = gamma_laplace_spec(noise, 1e-6);
  CHECK(spec.claimed == 4.5);
  CHECK(std::isinf(spec.after(1).best()));
  // But it is drawn.
  Vector message = Vector::Zero(3);
  Rng rng(1, Purpose::kTest);
  spec.release(message, Vector::Zero(3), rng);
  CHECK(message.norm() > 0);
}

TEST_CASE("summed Laplace noise is charged by the L1 distance of the clip") {
  const GammaLaplace noise{.epsilon = 4.5, .sensitivity = 5, .clients = 10};
  const PrivacySpec spec = summed_gamma_laplace_spec(noise, 2, 9, 1e-6);
  // 2 * 2 * sqrt 9 in place of 5.
  CHECK(spec.guarantee.pure == doctest::Approx(12 * 4.5 / 5));
  CHECK(spec.after(2).basic == doctest::Approx(2 * 12 * 4.5 / 5));
  CHECK(spec.min_updates == 10);
}

}  // namespace fedltr::ledger_test
