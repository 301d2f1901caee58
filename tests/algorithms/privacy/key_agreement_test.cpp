#include "algorithms/privacy/key_agreement.hpp"

#include <algorithm>
#include <set>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/privacy/masking.hpp"

namespace fedltr::key_agreement_test {
namespace {

/// Tests need the same keys each time; real ones come from the system.
Bits seeded(std::uint32_t number) {
  return [rng = Rng(1, Purpose::kTest, number, 30)]() mutable { return rng(); };
}

std::vector<std::uint8_t> from_hex(std::string_view hex) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2)
    bytes.push_back(
        static_cast<std::uint8_t>(16 * digit(hex[i]) + digit(hex[i + 1])));
  return bytes;
}

/// Four parties' pair secrets.
std::vector<PairSecrets> pairs(std::uint32_t parties) {
  std::vector<KeyPair> keys;
  for (std::uint32_t i = 0; i < parties; ++i) keys.emplace_back(seeded(i));
  std::vector<PairSecrets> all(parties);
  for (std::uint32_t i = 0; i < parties; ++i)
    for (std::uint32_t j = 0; j < parties; ++j)
      if (i != j) all[i][j] = *keys[i].agree(keys[j].public_key());
  return all;
}

}  // namespace

TEST_CASE("the key stream is ChaCha20 and may be cut anywhere") {
  // The well-known first block of the all-zero key.
  KeyStream stream(Secret{});
  std::vector<std::uint64_t> whole(100);
  stream.fill(whole);
  CHECK(whole[0] == 0x903df1a0ade0b876);
  CHECK(whole[1] == 0x28bd8653e56a5d40);
  KeyStream again(Secret{});
  std::vector<std::uint64_t> cut;
  for (int i = 0; i < 3; ++i) cut.push_back(again());
  std::vector<std::uint64_t> rest(90);
  again.fill(rest);
  cut.insert(cut.end(), rest.begin(), rest.end());
  while (cut.size() < whole.size()) cut.push_back(again());
  CHECK(cut == whole);
  CHECK(KeyStream(Secret{}, 1)() != whole[0]);
}

TEST_CASE("both sides agree on one secret, other pairs on others") {
  const auto all = pairs(4);
  std::set<Secret> different;
  for (std::uint32_t i = 0; i < 4; ++i)
    for (std::uint32_t j = 0; j < i; ++j) {
      CHECK(all[i].at(j) == all[j].at(i));
      different.insert(all[i].at(j));
    }
  CHECK(different.size() == 6);
}

TEST_CASE("X25519 is that of RFC 7748, section 6.1") {
  const auto secret = from_hex(
      "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb");
  std::size_t next = 0;
  const KeyPair bob([&] {
    std::uint64_t bits = 0;
    for (int i = 0; i < 8; ++i) bits |= std::uint64_t{secret[next++]} << 8 * i;
    return bits;
  });
  const auto wanted = from_hex(
      "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f");
  CHECK(std::ranges::equal(bob.public_key(), wanted));
}

TEST_CASE("public keys that are hostile are refused, with the reason") {
  const KeyPair own(seeded(1));
  CHECK(own.agree(std::vector<std::uint8_t>(31)).refusal ==
        "a public key of 31 bytes instead of 32");
  CHECK(own.agree({}).refusal == "a public key of 0 bytes instead of 32");
  CHECK(own.agree(own.public_key()).refusal == "a public key that is our own");
  // All points of low order, RFC 7748 section 7 and Bernstein's list.
  for (const auto* hex :
       {"0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
        "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"}) {
    const auto agreed = own.agree(from_hex(hex));
    CHECK_FALSE(agreed);
    CHECK(agreed.refusal == "a public key that is a point of low order");
    CHECK(has_low_order(from_hex(hex)));
    auto other = from_hex(hex);
    other.back() ^= 0x80;
    CHECK(has_low_order(other));
    CHECK_FALSE(own.agree(other));
    other[1] ^= 1;
    CHECK_FALSE(has_low_order(other));
    CHECK(own.agree(other));
  }
}

TEST_CASE("a wrapped key opens for its receiver only, and unchanged only") {
  const auto all = pairs(3);
  const Secret key = random_secret(seeded(9));
  const Secret pair = all[0].at(1);
  const auto wrapped = wrap_key(key, pair, 0, 1, seeded(10));
  const auto opened = unwrap_key(wrapped, all[1].at(0), 0, 1);
  REQUIRE(opened);
  CHECK(*opened == key);
  const std::string why = "a wrapped key whose tag does not fit";
  CHECK(unwrap_key(wrapped, all[2].at(0), 0, 1).refusal == why);
  CHECK(unwrap_key(wrapped, pair, 0, 2).refusal == why);
  CHECK(unwrap_key(wrapped, pair, 2, 1).refusal == why);
  for (std::size_t bit = 0; bit < 8 * wrapped.size(); bit += 13) {
    auto changed = wrapped;
    changed[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
    CHECK(unwrap_key(changed, pair, 0, 1).refusal == why);
  }
  auto shorter = wrapped;
  shorter.resize(59);
  CHECK(unwrap_key(shorter, pair, 0, 1).refusal ==
        "a wrapped key of 59 bytes instead of 60");
  // The same key for another receiver, or again, looks different throughout.
  CHECK(wrap_key(key, pair, 0, 1, seeded(11)) != wrapped);
}

TEST_CASE("bytes at the relay hold neither the key nor a pair's secret") {
  const KeyPair a(seeded(1));
  const KeyPair b(seeded(2));
  const Secret pair = *a.agree(b.public_key());
  const Secret key = random_secret(seeded(3));
  std::vector<std::uint8_t> seen = wrap_key(key, pair, 0, 1, seeded(4));
  for (const auto& party : {&a, &b})
    seen.insert(seen.end(), party->public_key().begin(),
                party->public_key().end());
  for (const Secret& secret : {key, pair})
    for (std::size_t i = 0; i + 8 <= secret.size(); ++i)
      CHECK(std::search(seen.begin(), seen.end(), secret.begin() + i,
                        secret.begin() + i + 8) == seen.end());
}

TEST_CASE("keys are not made without the system's generator") {
  CHECK_THROWS_AS(KeyPair(Bits{}), std::invalid_argument);
  CHECK_THROWS_AS(random_secret({}), std::invalid_argument);
}

TEST_CASE("a safety code is that of a set of keys") {
  const PublicKey a = KeyPair(seeded(1)).public_key();
  const PublicKey b = KeyPair(seeded(2)).public_key();
  CHECK(safety_code({a, b}).size() == 64);
  CHECK(safety_code({a, b}) == safety_code({b, a}));
  CHECK(safety_code({a, b}) != safety_code({a, a}));
}

TEST_CASE("secrets of different labels or contexts differ") {
  const Secret secret{7};
  const std::vector<std::uint8_t> context{1};
  CHECK(derive_secret(secret, "a") == derive_secret(secret, "a"));
  CHECK(derive_secret(secret, "a") != derive_secret(secret, "b"));
  CHECK(derive_secret(secret, "a") != derive_secret(secret, "a", context));
}

TEST_CASE("pairwise masks cancel in the sum exactly, below zero too") {
  const auto secrets = pairs(4);
  constexpr std::size_t kSize = 3000;
  std::vector<std::vector<std::uint64_t>> messages(4);
  std::vector<std::uint64_t> wanted(kSize);
  Rng rng(1, Purpose::kTest, 31);
  for (std::uint32_t party = 0; party < 4; ++party) {
    for (std::size_t i = 0; i < kSize; ++i) {
      messages[party].push_back(static_cast<std::uint64_t>(
          static_cast<std::int64_t>(rng.below(1000)) - 500));
      wanted[i] += messages[party][i];
    }
    mask(messages[party], party, secrets[party], "test", 1);
  }
  CHECK(sum_masked(messages) == wanted);
}

TEST_CASE("a masked message is uniform to the relay, and so are sums of some") {
  const auto secrets = pairs(3);
  constexpr std::size_t kSize = 1 << 16;
  std::vector<std::vector<std::uint64_t>> messages(
      3, std::vector<std::uint64_t>(kSize, 42));
  for (std::uint32_t party = 0; party < 3; ++party)
    mask(messages[party], party, secrets[party], "test", 1);
  const auto chi_square = [](const std::vector<std::uint64_t>& values,
                             int shift) {
    std::vector<double> counts(256);
    for (const std::uint64_t value : values) ++counts[value >> shift & 255];
    double sum = 0;
    for (const double count : counts)
      sum += (count - 256) * (count - 256) / 256;
    return sum;
  };
  // 255 degrees of freedom: mean 255, deviation 22.6.
  for (int shift = 0; shift < 64; shift += 8) {
    for (const auto& message : messages) {
      CHECK(chi_square(message, shift) < 255 + 5 * 22.6);
      CHECK(chi_square(message, shift) > 255 - 5 * 22.6);
    }
    CHECK(chi_square(sum_masked(std::span(messages).first(2)), shift) <
          255 + 5 * 22.6);
  }
  // Without masks the same test fails at once.
  CHECK(chi_square(std::vector<std::uint64_t>(kSize, 42), 0) > 1e6);
}

TEST_CASE("masks of another round or purpose are others") {
  const auto secrets = pairs(2);
  std::vector<std::uint64_t> a(4);
  std::vector<std::uint64_t> b(4);
  std::vector<std::uint64_t> c(4);
  mask(a, 0, secrets[0], "one", 1);
  mask(b, 0, secrets[0], "one", 2);
  mask(c, 0, secrets[0], "two", 1);
  CHECK(a != b);
  CHECK(a != c);
  CHECK_THROWS_AS(mask(a, 1, secrets[0], "one", 3), std::invalid_argument);
  CHECK_THROWS_AS(mask(a, 0, {}, "one", 3), std::invalid_argument);
  CHECK_THROWS_AS(sum_masked({}), std::invalid_argument);
}

}  // namespace fedltr::key_agreement_test
