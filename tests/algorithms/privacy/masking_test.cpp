#include "algorithms/privacy/masking.hpp"

#include <doctest/doctest.h>

namespace fedltr::masking_test {
namespace {

Secret secret_of(std::uint32_t a, std::uint32_t b) {
  Secret secret{};
  secret[0] = static_cast<std::uint8_t>(std::min(a, b));
  secret[1] = static_cast<std::uint8_t>(std::max(a, b));
  return secret;
}

PairSecrets secrets_of(std::uint32_t own,
                       const std::vector<std::uint32_t>& parties) {
  PairSecrets secrets;
  for (const std::uint32_t other : parties)
    if (other != own) secrets[other] = secret_of(own, other);
  return secrets;
}

std::vector<std::uint64_t> masked(std::vector<std::uint64_t> values,
                                  std::uint32_t own,
                                  const std::vector<std::uint32_t>& parties,
                                  const char* purpose = "test",
                                  std::uint64_t round = 1) {
  mask(values, own, secrets_of(own, parties), purpose, round);
  return values;
}

}  // namespace

TEST_CASE("masks cancel whatever the parties' numbers are") {
  const std::vector<std::uint32_t> parties = {3, 0, 200};
  const std::vector<std::vector<std::uint64_t>> messages = {
      masked({1, ~0ULL, 5}, 3, parties), masked({2, 1, 5}, 0, parties),
      masked({3, 7, 5}, 200, parties)};
  CHECK(sum_masked(messages) == std::vector<std::uint64_t>{6, 7, 15});
}

TEST_CASE("two parties add and subtract the same stream") {
  const auto one = masked({0, 0}, 0, {0, 1});
  const auto other = masked({0, 0}, 1, {0, 1});
  CHECK(one[0] == 0 - other[0]);
  CHECK(one[1] == 0 - other[1]);
  CHECK(one[0] != one[1]);
}

TEST_CASE("a single party has no other to hide behind, and is warned") {
  CHECK_THROWS_AS(masked({4, 5}, 2, {2}), std::invalid_argument);
}

TEST_CASE("masks of another round or purpose have nothing in common") {
  const auto first = masked({0}, 0, {0, 1});
  CHECK(first == masked({0}, 0, {0, 1}));
  CHECK(first != masked({0}, 0, {0, 1}, "test", 2));
  CHECK(first != masked({0}, 0, {0, 1}, "other", 1));
}

}  // namespace fedltr::masking_test
