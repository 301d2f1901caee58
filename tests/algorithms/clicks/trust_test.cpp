#include "algorithms/clicks/trust.hpp"

#include <cmath>
#include <stdexcept>

#include <doctest/doctest.h>

namespace fedltr::trust_test {

TEST_CASE("irrelevant documents are clicked more near the top") {
  constexpr int kDraws = 40000;
  const TrustingUser user({0.2, 0.9}, 0.5, 0.65);
  const Examination examination = user.examination();
  CHECK(examination.offset[0] == doctest::Approx(0.65));
  CHECK(examination.offset[3] == doctest::Approx(0.5 * 0.65 / 4));
  CHECK(examination.propensity[3] + examination.offset[3] ==
        doctest::Approx(0.5 * 0.95));
  Rng rng(1, Purpose::kTest);
  const std::vector<std::uint8_t> labels = {0, 1, 0, 1, 0, 1};
  std::vector<int> counts(6, 0);
  std::vector<std::uint8_t> clicks(6);
  for (int i = 0; i < kDraws; ++i) {
    user.click(labels, rng, clicks);
    for (std::size_t rank = 0; rank < 6; ++rank) counts[rank] += clicks[rank];
  }
  for (std::size_t rank = 0; rank < 6; ++rank) {
    const double p = examination.propensity[rank] * (labels[rank] ? 0.9 : 0.2) +
                     examination.offset[rank];
    CHECK(std::abs(counts[rank] - p * kDraws) <
          5 * std::sqrt(kDraws * p * (1 - p)));
  }
}

TEST_CASE("trust has a range") {
  CHECK_THROWS_AS(TrustingUser({0, 1}, 1, 0.98), std::invalid_argument);
  CHECK_THROWS_AS(TrustingUser({0, 1}, -1, 0.5), std::invalid_argument);
}

}  // namespace fedltr::trust_test
