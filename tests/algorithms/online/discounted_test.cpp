#include "algorithms/online/discounted.hpp"

#include <doctest/doctest.h>

namespace fedltr::discounted_test {

TEST_CASE("the first value counts in full, each later one less") {
  DiscountedSum sum(0.5);
  CHECK(sum.sum() == 0);
  sum.add(3);
  CHECK(sum.sum() == 3);
  sum.add(4);
  sum.add(8);
  CHECK(sum.sum() == 3 + 2 + 2);
}

TEST_CASE("a factor of one sums up") {
  DiscountedSum sum(1);
  for (int i = 1; i <= 100; ++i) sum.add(i);
  CHECK(sum.sum() == 5050);
}

TEST_CASE("a discounted sum resumes from what it kept with the same bits") {
  DiscountedSum whole(0.9995);
  DiscountedSum part(0.9995);
  for (int i = 0; i < 20; ++i) {
    whole.add(0.1 * i);
    part.add(0.1 * i);
    Archive writer;
    part.exchange(writer);
    const std::string kept = writer.take();
    part = DiscountedSum(0.9995);
    Archive reader(kept);
    part.exchange(reader);
    reader.finish();
  }
  CHECK(part.sum() == whole.sum());
}

}  // namespace fedltr::discounted_test
