#include "algorithms/statistics/spread.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

namespace fedltr::spread_test {

TEST_CASE("mean and sample deviation are those worked by hand") {
  const std::vector<double> values = {2, 4, 4, 4, 5, 5, 7, 9};
  const Spread spread = spread_of(values);
  CHECK(spread.n == 8);
  CHECK(spread.mean == doctest::Approx(5));
  CHECK(spread.std == doctest::Approx(std::sqrt(32.0 / 7)));
}

TEST_CASE("one value has no deviation, none has no number") {
  CHECK(std::isnan(spread_of(std::vector<double>{3}).std));
  CHECK(spread_of(std::vector<double>{3}).mean == 3);
  CHECK(spread_of({}).n == 0);
  CHECK(std::isnan(spread_of({}).std));
  CHECK(std::isnan(spread_of(std::vector<double>{1, std::nan("")}).mean));
}

}  // namespace fedltr::spread_test
