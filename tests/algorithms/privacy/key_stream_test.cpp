#include "algorithms/privacy/key_stream.hpp"

#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace fedltr::key_stream_test {
namespace {

Secret counted_key() {
  Secret key;
  for (std::size_t i = 0; i < key.size(); ++i)
    key[i] = static_cast<std::uint8_t>(i);
  return key;
}

}  // namespace

TEST_CASE("a key stream gives the same numbers one by one and all at once") {
  KeyStream filled(counted_key());
  KeyStream drawn(counted_key());
  std::vector<std::uint64_t> numbers(1000);
  filled.fill(numbers);
  for (const std::uint64_t number : numbers) REQUIRE(drawn() == number);
}

TEST_CASE("key streams of another key or nonce differ from the start") {
  Secret other = counted_key();
  other.back() ^= 1;
  const std::uint64_t first = KeyStream(counted_key())();
  CHECK(first == KeyStream(counted_key(), 0)());
  CHECK(first != KeyStream(counted_key(), 1)());
  CHECK(first != KeyStream(counted_key(), 1ULL << 40)());
  CHECK(first != KeyStream(other)());
}

TEST_CASE("a moved key stream continues where it was") {
  KeyStream whole(counted_key());
  KeyStream first(counted_key());
  CHECK(first() == whole());
  KeyStream second = std::move(first);
  CHECK(second() == whole());
  KeyStream third(Secret{});
  third = std::move(second);
  CHECK(third() == whole());
}

TEST_CASE("derived secrets depend on secret, label and context") {
  const std::array<std::uint8_t, 2> context = {1, 2};
  const Secret secret = derive_secret(counted_key(), "label");
  CHECK(secret == derive_secret(counted_key(), "label"));
  CHECK(secret != counted_key());
  CHECK(secret != derive_secret(counted_key(), "labels"));
  CHECK(secret != derive_secret(counted_key(), "label", context));
  CHECK(secret != derive_secret(Secret{}, "label"));
}

TEST_CASE("a byte moved from label to context gives another secret") {
  const auto derived = [](std::string_view label, std::string_view context) {
    const std::vector<std::uint8_t> bytes(context.begin(), context.end());
    return derive_secret(counted_key(), label, bytes);
  };
  const std::set<Secret> different = {derived("abcd", ""), derived("abc", "d"),
                                      derived("ab", "cd"), derived("a", "bcd")};
  CHECK(different.size() == 4);
  // Not even a label that looks like a length and a label.
  CHECK(derived("a", "bcd") != derived("\x01"
                                       "abcd",
                                       ""));
}

TEST_CASE("labels that could be taken for two fields are refused") {
  using namespace std::string_view_literals;
  const std::string most(255, 'a');
  const std::string longer(256, 'a');
  CHECK_NOTHROW(derive_secret(counted_key(), most));
  for (const auto label : {""sv, "\0\1a"sv, std::string_view(longer)})
    CHECK_THROWS_AS(derive_secret(counted_key(), label), std::invalid_argument);
}

}  // namespace fedltr::key_stream_test
