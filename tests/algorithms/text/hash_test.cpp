#include "algorithms/text/hash.hpp"

#include <bit>
#include <set>
#include <string>

#include <doctest/doctest.h>

namespace fedltr::hash_test {

TEST_CASE("texts of a length that differ in a byte hash differently") {
  for (std::size_t length = 1; length < 40; ++length) {
    const std::string text(length, '\0');
    std::set<std::uint64_t> seen = {hash_of(text)};
    for (std::size_t i = 0; i < length; ++i) {
      std::string other = text;
      other[i] = 1;
      CHECK(seen.insert(hash_of(other)).second);
    }
  }
}

TEST_CASE("all bits of a number change about half of the mixed ones") {
  for (int bit = 0; bit < 64; ++bit) {
    int changed = 0;
    for (std::uint64_t i = 1; i <= 100; ++i)
      changed += std::popcount(mixed(i) ^ mixed(i ^ std::uint64_t{1} << bit));
    CHECK(changed > 100 * 26);
    CHECK(changed < 100 * 38);
  }
}

}  // namespace fedltr::hash_test
