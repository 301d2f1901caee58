#include "algorithms/silo/key_proof.hpp"

#include <functional>

#include <doctest/doctest.h>

#include "algorithms/privacy/signature.hpp"
#include "tests/support/key_proof.hpp"

namespace fedltr::key_proof_test {
namespace {

using test::proof_by;

constexpr Secret kSeed = {1};

KeyClaim small_claim() {
  return {"digest", 2, 1, PublicKey{9}, 30};
}

}  // namespace

TEST_CASE("a proof holds for its claim alone") {
  const KeyProof proof = proof_by(kSeed, key_claim(small_claim()));
  CHECK(fault_of(proof, small_claim()).empty());
  const auto refused = [&](const std::function<void(KeyClaim&)>& change) {
    KeyClaim claim = small_claim();
    change(claim);
    return fault_of(proof, claim) == "its lasting key has not signed it";
  };
  CHECK(refused([](KeyClaim& claim) { claim.run = "another"; }));
  CHECK(refused([](KeyClaim& claim) { claim.party = 3; }));
  CHECK(refused([](KeyClaim& claim) { claim.attempt = 2; }));
  CHECK(refused([](KeyClaim& claim) { claim.key[31] = 1; }));
  CHECK(refused([](KeyClaim& claim) { claim.documents = 29; }));
}

TEST_CASE("hostile proofs are refused with the reason") {
  KeyProof proof = proof_by(kSeed, key_claim(small_claim()));
  KeyProof other = proof;
  other.identity = proof_by({2}, "").identity;
  CHECK(fault_of(other, small_claim()) == "its lasting key has not signed it");
  other = proof;
  other.identity.pop_back();
  CHECK(fault_of(other, small_claim()) == "a lasting key that is none");
  CHECK(fault_of({}, small_claim()) == "a lasting key that is none");
  proof.signature.resize(KeyProof::kMost);
  CHECK(fault_of(proof, small_claim()) == "a proof of more than 4096 bytes");
}

TEST_CASE("an entry depends on claim and lasting key, and nothing else") {
  const KeyClaim claim = small_claim();
  const KeyProof proof = proof_by(kSeed, "a");
  const KeyProof again = proof_by(kSeed, "b");
  CHECK(proof.signature != again.signature);
  CHECK(entry_of(claim, proof) == entry_of(claim, again));
  CHECK(entry_of(claim, proof) != entry_of(claim, proof_by({2}, "a")));
  CHECK(entry_of(claim, proof) != entry_of(claim, {}));
  CHECK(entry_of(claim, {}) != claim.key);
  KeyClaim other = claim;
  other.party = 3;
  CHECK(entry_of(claim, proof) != entry_of(other, proof));
  CHECK(entry_of(claim, {}) != entry_of(other, {}));
}

}  // namespace fedltr::key_proof_test
