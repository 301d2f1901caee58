#include "app/results/number_text.hpp"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

namespace fedltr::number_text_test {

TEST_CASE("numbers are written for people") {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  CHECK(metric_text(0.69964) == "0.6996");
  CHECK(metric_text(std::nan("")) == "-");
  CHECK(metric_text(kInfinity) == "unbounded");
  CHECK(difference_text(0.01) == "+0.0100");
  CHECK(difference_text(-0.01) == "-0.0100");
  CHECK(number_text(1234567) == "1,234,567");
  CHECK(number_text(30486.76) == "30,487");
  CHECK(number_text(3.93613) == "3.936");
  CHECK(number_text(1e-6) == "1e-06");
  CHECK(number_text(kInfinity) == "unbounded");
  CHECK(p_value_text(0.00001) == "p < .0001");
  CHECK(p_value_text(0.0404) == "p = 0.0404");
  CHECK(p_value_text(std::nan("")) == "-");
}

}  // namespace fedltr::number_text_test
