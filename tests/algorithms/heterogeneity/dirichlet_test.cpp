#include "algorithms/heterogeneity/dirichlet.hpp"

#include <algorithm>
#include <numeric>

#include <doctest/doctest.h>

namespace fedltr::dirichlet_test {

TEST_CASE("Dirichlet shares sum to one for any concentration") {
  Rng rng(1, Purpose::kTest);
  for (const double concentration : {1e-6, 1e-3, 0.5, 1.0, 100.0, 1e6})
    for (const std::size_t size : {1, 2, 50}) {
      const auto shares = draw_dirichlet(size, concentration, rng);
      REQUIRE(shares.size() == size);
      CHECK(*std::ranges::min_element(shares) >= 0);
      CHECK(std::accumulate(shares.begin(), shares.end(), 0.0) ==
            doctest::Approx(1).epsilon(1e-12));
    }
}

TEST_CASE("the less concentrated, the less alike the shares are") {
  Rng rng(1, Purpose::kTest);
  double largest[3] = {0, 0, 0};
  for (int draw = 0; draw < 200; ++draw)
    for (int i = 0; i < 3; ++i)
      largest[i] += std::ranges::max(draw_dirichlet(10,
                                                    i == 0   ? 0.01
                                                    : i == 1 ? 1.0
                                                             : 100.0,
                                                    rng));
  CHECK(largest[0] > 0.9 * 200);
  CHECK(largest[1] < largest[0]);
  CHECK(largest[2] < 0.2 * 200);
}

TEST_CASE("pieces end where their shares do, the last at the end") {
  CHECK(cut_by_shares(10, {0.5, 0.3, 0.2}) ==
        std::vector<std::size_t>{5, 8, 10});
  CHECK(cut_by_shares(3, {0, 1, 0}) == std::vector<std::size_t>{0, 3, 3});
  // Shares that don't quite sum to one lose nothing.
  CHECK(cut_by_shares(1000, std::vector<double>(7, 1.0 / 7)).back() == 1000);
}

}  // namespace fedltr::dirichlet_test
