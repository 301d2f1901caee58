#include "algorithms/core/fields.hpp"

#include <string>

#include <doctest/doctest.h>

namespace fedltr::fields_test {
namespace {

struct Point {
  int x = 0;
  int y = 0;

  auto fields(auto&& f) { return f(x, y); }
};

struct Bare {
  int x = 0;
};

}  // namespace

TEST_CASE("a type that lists its members is described, and nothing else") {
  CHECK(Described<Point>);
  CHECK_FALSE(Described<Bare>);
  CHECK_FALSE(Described<int>);
}

TEST_CASE("members are read in their order") {
  const Point point{3, 4};
  const auto text = [](int x, int y) {
    return std::to_string(x) + "," + std::to_string(y);
  };
  CHECK(read_fields(point, text) == "3,4");
}

}  // namespace fedltr::fields_test
