#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "algorithms/privacy/key_agreement.hpp"
#include "algorithms/silo/codec.hpp"

// A party's lasting key, which it has for many runs, signs its key of one run:
// members who have compared a safety code once know the others' lasting keys,
// and need not compare again.
namespace fedltr {

/// A lasting key, with its signature of key_claim().
struct KeyProof {
  ByteVector identity;   ///< the public half, SubjectPublicKeyInfo (DER)
  ByteVector signature;  ///< made by the other half

  auto fields(auto&& f) { return f(identity, signature); }
  /// Maximum size(): RSA with 8,192 bits takes some 2,090.
  static constexpr std::size_t kMost = 4096;
  std::size_t size() const { return identity.size() + signature.size(); }
};

/// Claim of a party about its key in one attempt of a run.
struct KeyClaim {
  std::string run;  ///< digest of the agreement
  std::uint32_t party = 0;
  std::uint32_t attempt = 0;
  PublicKey key{};
  std::uint32_t documents = 0;
};

/// Signs the claims of a run's party.
struct KeyProver {
  std::string run;
  /// Returns the proof of a text; empty without a lasting key.
  std::function<KeyProof(const std::string& text)> prove;
  /// lasting_key_of() the proofs.
  std::string lasting_key = {};
};

/// Returns the text that a party signs. It names the attempt and not the time:
/// a thief of the secret half of a key of an earlier run of this agreement
/// could show that key again.
std::string key_claim(const KeyClaim& claim);

/// Returns why a proof does not hold; empty if it does. The proof may come from
/// a peer.
std::string fault_of(const KeyProof& proof, const KeyClaim& claim);

/// Returns digest_of() the lasting key; empty without a proof.
std::string lasting_key_of(const std::optional<KeyProof>& proof);

/// Returns a party's entry for safety_code(): SHA-256 of the claim and the
/// lasting key, if there is one. It is no other party's entry, and no public
/// key: else a liar could take another's place in an equal code.
PublicKey entry_of(const KeyClaim& claim, const std::optional<KeyProof>& proof);

/// Keys on which parties have agreed, for a person or a memory to check.
struct AgreedKeys {
  std::string safety_code;
  /// lasting_key_of() each other party.
  std::map<std::uint32_t, std::string> identities;
};

}  // namespace fedltr
