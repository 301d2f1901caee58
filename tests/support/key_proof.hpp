#pragma once

#include <string>

#include "algorithms/privacy/signature.hpp"
#include "algorithms/silo/key_proof.hpp"

namespace fedltr::test {

/// Returns the proof of a text by the lasting key of a seed.
inline KeyProof proof_by(const Secret& seed, const std::string& text) {
  const SignatureKey key = SignatureKey::of_seed(seed);
  const std::string identity = key.public_half();
  const std::string signature = key.sign(text);
  return {{identity.begin(), identity.end()},
          {signature.begin(), signature.end()}};
}

/// Returns the prover by the lasting key of a seed.
inline KeyProver prover_by(std::uint8_t seed) {
  return {"digest",
          [seed](const std::string& text) { return proof_by({seed}, text); }};
}

}  // namespace fedltr::test
