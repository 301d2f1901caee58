// The project's uses of OpenSSL, against numbers from other sources: see
// crypto.json in tests/golden/README.md. The edge cases are of the classes that
// Project Wycheproof tests; the values are made up here.
#include <algorithm>
#include <bit>
#include <cstring>

#include <doctest/doctest.h>

#include "algorithms/core/hexadecimal.hpp"
#include "algorithms/privacy/key_agreement.hpp"
#include "algorithms/privacy/secure_client.hpp"
#include "algorithms/privacy/shamir.hpp"
#include "algorithms/sketch/fingerprint.hpp"
#include "tests/support/golden.hpp"

namespace fedltr::crypto_vectors_test {
namespace {

std::vector<std::uint8_t> bytes_of(const nlohmann::json& hex) {
  const auto text = hex.get<std::string>();
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i < text.size(); i += 2)
    bytes.push_back(
        static_cast<std::uint8_t>(std::stoi(text.substr(i, 2), nullptr, 16)));
  return bytes;
}

Secret secret_of(const nlohmann::json& hex) {
  Secret secret{};
  std::ranges::copy(bytes_of(hex), secret.begin());
  return secret;
}

std::string hex_of(std::string_view bytes) {
  const std::vector<std::uint8_t> copied(bytes.begin(), bytes.end());
  return hexadecimal(copied);
}

/// A generator that gives these bytes, then zeros.
Bits given(std::vector<std::uint8_t> bytes) {
  return [bytes = std::move(bytes), next = std::size_t{0}]() mutable {
    std::uint64_t bits = 0;
    for (int i = 0; i < 8; ++i, ++next)
      if (next < bytes.size()) bits |= std::uint64_t{bytes[next]} << 8 * i;
    return bits;
  };
}

struct Wrapping {
  nlohmann::json golden = test::golden("crypto.json");
  Secret pair = secret_of(golden["secret"]);
  Secret key = secret_of(golden["wrapping"]["key"]);
  std::vector<std::uint8_t> wrapped = bytes_of(golden["wrapping"]["wrapped"]);

  bool opens(std::span<const std::uint8_t> bytes, std::uint32_t from = 3,
             std::uint32_t to = 258) const {
    return static_cast<bool>(unwrap_key(bytes, pair, from, to));
  }
};

}  // namespace

TEST_CASE("secrets are derived by HKDF-SHA256") {
  const auto golden = test::golden("crypto.json");
  const Secret secret = secret_of(golden["secret"]);
  const std::array<std::uint8_t, 3> context = {1, 2, 3};
  CHECK(hexadecimal(derive_secret(secret, "made up")) ==
        golden["derived"]["label"].get<std::string>());
  CHECK(hexadecimal(derive_secret(secret, "made up", context)) ==
        golden["derived"]["with_context"].get<std::string>());
  CHECK(hexadecimal(key_confirmation(secret, 258)) ==
        golden["derived"]["confirmation_258"].get<std::string>());
  CHECK(hex_of(check_of(secret)) ==
        golden["check_of_secret"].get<std::string>());
}

TEST_CASE("a key stream is ChaCha20 over several blocks") {
  const auto golden = test::golden("crypto.json");
  std::vector<std::uint64_t> numbers(17);
  KeyStream(secret_of(golden["secret"]), golden["stream"]["nonce"])
      .fill(numbers);
  std::vector<std::uint8_t> bytes(8 * numbers.size());
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  CHECK(hexadecimal(bytes) ==
        golden["stream"]["first_136_bytes"].get<std::string>());
  std::string deposit(64, '\0');
  hide_deposit(secret_of(golden["secret"]), deposit);
  CHECK(hex_of(deposit) == golden["hidden_zeros"].get<std::string>());
}

TEST_CASE("pairs agree on what X25519 and HKDF give") {
  const auto golden = test::golden("crypto.json");
  const auto& agreement = golden["agreement"];
  const KeyPair a(given(bytes_of(agreement["private_a"])));
  const KeyPair b(given(bytes_of(agreement["private_b"])));
  CHECK(hexadecimal(a.public_key()) ==
        agreement["public_a"].get<std::string>());
  CHECK(hexadecimal(b.public_key()) ==
        agreement["public_b"].get<std::string>());
  CHECK(hexadecimal(*a.agree(b.public_key())) ==
        agreement["pair"].get<std::string>());
  CHECK(hexadecimal(*b.agree(a.public_key())) ==
        agreement["pair"].get<std::string>());
  CHECK(safety_code({a.public_key(), b.public_key()}) ==
        golden["safety_code"].get<std::string>());
}

TEST_CASE(
    "a public key beyond the prime is taken modulo it, but stays another") {
  const auto golden = test::golden("crypto.json");
  const auto& agreement = golden["agreement"];
  const KeyPair a(given(bytes_of(agreement["private_a"])));
  // 2^255 - 19 + 9: the base point, as it should not be written.
  const auto over = bytes_of(agreement["u_over_p"]);
  CHECK(hexadecimal(*a.agree(over)) ==
        agreement["pair_over_p"].get<std::string>());
  std::vector<std::uint8_t> base(32);
  base[0] = 9;
  CHECK(hexadecimal(*a.agree(base)) !=
        agreement["pair_over_p"].get<std::string>());
}

TEST_CASE("no low order gives a secret, whatever the key") {
  // 0, 1, -1 and the prime, the prime and 1: each with and without the bit that
  // X25519 ignores.
  for (const int number : {0, 1, 0xec, 0xed, 0xee})
    for (const int high : {0x7f, 0xff})
      for (std::uint8_t own = 1; own < 20; ++own) {
        std::vector<std::uint8_t> point(32, number > 1 ? 0xff : 0);
        point.front() = static_cast<std::uint8_t>(number);
        point.back() =
            static_cast<std::uint8_t>(number > 1 ? high : high - 0x7f);
        CHECK(has_low_order(point));
        CHECK_FALSE(
            KeyPair(given(std::vector<std::uint8_t>(32, own))).agree(point));
      }
}

TEST_CASE("public keys of any wrong length are refused") {
  const KeyPair own(given(std::vector<std::uint8_t>(32, 7)));
  for (std::size_t size = 0; size < 100; ++size)
    CHECK(static_cast<bool>(own.agree(std::vector<std::uint8_t>(size, 9))) ==
          (size == 32));
}

TEST_CASE("keys are wrapped by AES-256-GCM, with sender and receiver") {
  const Wrapping golden;
  const auto nonce = bytes_of(golden.golden["wrapping"]["nonce"]);
  CHECK(wrap_key(golden.key, golden.pair, 3, 258, given(nonce)) ==
        golden.wrapped);
  const auto opened = unwrap_key(golden.wrapped, golden.pair, 3, 258);
  REQUIRE(opened);
  CHECK(*opened == golden.key);
}

TEST_CASE("every flipped bit of nonce, ciphertext and tag is refused") {
  const Wrapping golden;
  for (std::size_t bit = 0; bit < 8 * golden.wrapped.size(); ++bit) {
    auto changed = golden.wrapped;
    changed[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
    CHECK_FALSE(golden.opens(changed));
  }
  for (int bit = 0; bit < 32; ++bit) {
    CHECK_FALSE(golden.opens(golden.wrapped, 3 ^ 1U << bit));
    CHECK_FALSE(golden.opens(golden.wrapped, 3, 258 ^ 1U << bit));
  }
  CHECK_FALSE(golden.opens(golden.wrapped, 258, 3));
}

TEST_CASE("wrapped keys with a cut, longer or plain tag are refused") {
  const Wrapping golden;
  for (std::size_t size = 0; size < 2 * golden.wrapped.size(); ++size) {
    auto changed = golden.wrapped;
    changed.resize(size);
    CHECK(golden.opens(changed) == (size == golden.wrapped.size()));
  }
  for (const int plain : {0x00, 0xff}) {
    auto changed = golden.wrapped;
    std::fill(changed.end() - 16, changed.end(),
              static_cast<std::uint8_t>(plain));
    CHECK_FALSE(golden.opens(changed));
  }
}

TEST_CASE("shares are points of polynomials modulo 2^61 - 1") {
  const auto golden = test::golden("crypto.json");
  const std::vector<std::uint32_t> points = golden["shares"]["points"];
  std::vector<Share> shares;
  for (const auto& numbers : golden["shares"]["shares"]) {
    Share& share = shares.emplace_back();
    for (std::size_t limb = 0; limb < share.size(); ++limb)
      share[limb] = std::stoull(numbers[limb].get<std::string>());
  }
  CHECK(join_shares(points, shares) == secret_of(golden["secret"]));
  CHECK(hex_of(check_of(shares[0])) ==
        golden["shares"]["check_of_first"].get<std::string>());
  shares[0][0] = (std::uint64_t{1} << 61) - 1;  // zero, written otherwise
  CHECK_FALSE(join_shares(points, shares));
}

TEST_CASE("a client's SecAgg messages of a round are the known ones") {
  const auto golden = test::golden("crypto.json");
  const auto& known = golden["client"];
  const std::uint32_t round = known["round"];
  const auto text_of = [&](const char* key) {
    const auto bytes = bytes_of(known[key]);
    return std::string(bytes.begin(), bytes.end());
  };
  SecureClient client(known["id"], [&](std::uint32_t of) {
    return given(
        bytes_of(of == 0 ? golden["agreement"]["private_a"] : known["random"]));
  });
  const std::vector<std::uint32_t> neighbours = known["neighbours"];
  const Shares letter =
      client.share(round, {neighbours, text_of("keys"), 2, 3});
  CHECK(hex_of(letter.sealed) == known["sealed"].get<std::string>());
  CHECK(hex_of(letter.deposit) == known["deposit"].get<std::string>());
  CHECK(hex_of(letter.dealt) == known["dealt"].get<std::string>());
  client.receive(round, {neighbours, text_of("incoming")});
  std::vector<std::uint64_t> words(3);
  client.mask(round, words);
  const Opened opened = client.open(round, {neighbours, {}});
  CHECK(opened.clients == neighbours);
  const auto check_numbers = [](const std::vector<std::uint64_t>& numbers,
                                const nlohmann::json& texts) {
    REQUIRE(numbers.size() == texts.size());
    for (std::size_t i = 0; i < numbers.size(); ++i)
      CHECK(std::to_string(numbers[i]) == texts[i].get<std::string>());
  };
  check_numbers(words, known["masks"]);
  check_numbers(opened.shares, known["opened"]);
}

TEST_CASE("a term's fingerprint is SipHash-2-4") {
  const auto golden = test::golden("crypto.json");
  Fingerprinter fingerprint(hash_key(secret_of(golden["secret"])));
  CHECK(fingerprint(golden["fingerprint"]["term"].get<std::string>()) ==
        std::stoull(golden["fingerprint"]["number"].get<std::string>()));
}

}  // namespace fedltr::crypto_vectors_test
