#include "algorithms/privacy/signature.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

#include "algorithms/core/hexadecimal.hpp"

namespace fedltr::signature_test {
namespace {

std::string hex(const std::string& bytes) {
  return hexadecimal(
      {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
}

/// The first secret key of RFC 8032, section 7.1.
SignatureKey first_key() {
  return SignatureKey::of_seed(
      {0x9d, 0x61, 0xb1, 0x9d, 0xef, 0xfd, 0x5a, 0x60, 0xba, 0x84, 0x4a,
       0xf4, 0x92, 0xec, 0x2c, 0xc4, 0x44, 0x49, 0xc5, 0x69, 0x7b, 0x32,
       0x69, 0x19, 0x70, 0x3b, 0xac, 0x03, 0x1c, 0xae, 0x7f, 0x60});
}

}  // namespace

TEST_CASE("digests and signatures are those of the standards") {
  CHECK(digest_of("abc") ==
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(hex(first_key().sign("")) ==
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb882"
        "1590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b");
  const std::string half = first_key().public_half();
  CHECK(
      hex(half).ends_with("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af"
                          "021a68f707511a"));
}

TEST_CASE("a public half verifies what its key has signed, and no more") {
  const SignatureKey key = first_key();
  const auto half = SignatureKey::of_public(key.public_half());
  const std::string signature = key.sign("text");
  CHECK(half.verifies("text", signature));
  CHECK_FALSE(half.verifies("texT", signature));
  CHECK_FALSE(half.verifies("text", signature.substr(1)));
  CHECK_FALSE(half.verifies("text", ""));
  CHECK_FALSE(SignatureKey::of_seed({}).verifies("text", signature));
}

TEST_CASE("other bytes are no public key") {
  const std::string half = first_key().public_half();
  for (const std::string& bytes :
       {std::string(), half.substr(1), half + "x", std::string(300, 'k')})
    CHECK_THROWS_AS(SignatureKey::of_public(bytes), std::invalid_argument);
}

}  // namespace fedltr::signature_test
