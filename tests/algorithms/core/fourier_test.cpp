#include "algorithms/core/fourier.hpp"

#include <cmath>
#include <numbers>
#include <stdexcept>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

using namespace fedltr;

namespace fedltr::fourier_test {

using Values = std::vector<std::complex<double>>;

Values drawn(std::size_t size) {
  Rng rng(1, Purpose::kTest);
  Values values(size);
  for (auto& value : values) value = {rng.normal(), rng.normal()};
  return values;
}

TEST_CASE("the transform is its definition's sum, either way") {
  for (const std::size_t size : {1, 2, 4, 8, 64}) {
    const Values values = drawn(size);
    for (const bool inverse : {false, true}) {
      Values transformed = values;
      (inverse ? inverse_fourier : fourier)(transformed);
      for (std::size_t k = 0; k < size; ++k) {
        std::complex<double> sum = 0;
        for (std::size_t j = 0; j < size; ++j)
          sum += values[j] *
                 std::polar(1.0, (inverse ? 2 : -2) * std::numbers::pi *
                                     (j * k) / size);
        CHECK(std::abs(transformed[k] - sum) < 1e-12);
      }
    }
  }
}

TEST_CASE("there and back errs by a few last bits, even for many values") {
  const Values values = drawn(1 << 16);
  Values again = values;
  fourier(again);
  inverse_fourier(again);
  double worst = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    worst = std::max(worst, std::abs(again[i] / 65536.0 - values[i]));
  CHECK(worst < 1e-14);
}

TEST_CASE("only powers of two are transformed") {
  Values three(3);
  CHECK_THROWS_AS(fourier(three), std::invalid_argument);
  Values none;
  CHECK_THROWS_AS(fourier(none), std::invalid_argument);
}

}  // namespace fedltr::fourier_test
