#include "algorithms/privacy/sealed.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "algorithms/silo/simulated_bits.hpp"

namespace fedltr::sealed_test {

TEST_CASE("a sealed text opens with its key and context alone") {
  const Bits bits = simulated_bits(1, Purpose::kTest, 0, 0);
  const Secret key = random_secret(bits);
  const std::vector<std::uint8_t> text = {1, 2, 3, 4, 5};
  const std::vector<std::uint8_t> context = {7};
  const std::vector<std::uint8_t> other = {8};
  auto sealed = seal(text, key, context, bits);
  CHECK(sealed.size() == text.size() + kSealBytes);
  CHECK(std::ranges::search(sealed, text).empty());
  REQUIRE(unseal(sealed, key, context));
  CHECK(*unseal(sealed, key, context) == text);
  CHECK_FALSE(unseal(sealed, random_secret(bits), context));
  CHECK_FALSE(unseal(sealed, key, other));
  CHECK(sealed != seal(text, key, context, bits));
  const auto empty = unseal(seal({}, key, context, bits), key, context);
  REQUIRE(empty);
  CHECK((*empty).empty());
  sealed[kSealBytes / 2] ^= 1;
  CHECK_FALSE(unseal(sealed, key, context));
  sealed.resize(kSealBytes - 1);
  CHECK_FALSE(unseal(sealed, key, context));
}

}  // namespace fedltr::sealed_test
