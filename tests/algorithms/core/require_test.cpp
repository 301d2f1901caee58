#include "algorithms/core/require.hpp"

#include <doctest/doctest.h>

namespace fedltr::require_test {

TEST_CASE("a broken contract throws its message, in release builds too") {
  CHECK_NOTHROW(require(true, "holds"));
  CHECK_THROWS_WITH_AS(require(false, "needs n > 2m"), "needs n > 2m",
                       std::invalid_argument);
  CHECK_THROWS_WITH_AS(require(false, std::string("needs ") + "m"), "needs m",
                       std::invalid_argument);
}

}  // namespace fedltr::require_test
