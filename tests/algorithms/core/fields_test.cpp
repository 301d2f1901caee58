#include "algorithms/core/fields.hpp"

#include <string>

#include <doctest/doctest.h>

namespace fedltr::fields_test {
namespace {

struct Point {
  int x = 0;
  int y = 0;

  template <class F>
  auto fields(F&& f) {
    return f(x, y);
  }
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

TEST_CASE("a type has its place in a list, and leads back from it") {
  using List = decltype(TypeList<int, Point>{} + TypeList<Bare>{});
  CHECK(List::kSize == 3);
  CHECK(index_in<int>(List{}) == 0);
  CHECK(index_in<Point>(List{}) == 1);
  CHECK(index_in<Bare>(List{}) == 2);
  CHECK(index_in<double>(List{}) == 3);
  CHECK(std::is_same_v<decltype(type_at<1>(List{})), Point>);
}

TEST_CASE("each type of a list is visited once, in order") {
  std::string sizes;
  for_each_type(TypeList<char, Point>{}, [&]<class T>(std::type_identity<T>) {
    sizes += std::to_string(sizeof(T)) + " ";
  });
  CHECK(sizes == "1 8 ");
}

}  // namespace fedltr::fields_test
