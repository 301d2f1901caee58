#include "actors/cohort/window.hpp"

#include <vector>

#include <doctest/doctest.h>

namespace fedltr::window_test {

TEST_CASE("orders come in their order, then none") {
  Window<int> window;
  CHECK_FALSE(window.next());
  window.open(std::vector<int>{3, 1});
  CHECK(window.next() == 3);
  CHECK(window.next() == 1);
  CHECK_FALSE(window.next());
}

TEST_CASE("new orders take the place of those not sent") {
  Window<int> window;
  window.open(std::vector<int>{3, 1});
  window.open(std::vector<int>{7});
  CHECK(window.next() == 7);
  CHECK_FALSE(window.next());
}

}  // namespace fedltr::window_test
