#include "algorithms/silo/key_proof.hpp"

#include <stdexcept>
#include <string_view>

#include "algorithms/core/hexadecimal.hpp"
#include "algorithms/privacy/signature.hpp"

namespace fedltr {
namespace {

std::string_view text_of(const ByteVector& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

std::string key_claim(const KeyClaim& claim) {
  std::string text = "fedltr key of a party\n" + claim.run;
  for (const std::uint32_t number :
       {claim.party, claim.attempt, claim.documents})
    text += "\n" + std::to_string(number);
  return text + "\n" + hexadecimal(claim.key);
}

std::string fault_of(const KeyProof& proof, const KeyClaim& claim) {
  if (proof.size() > KeyProof::kMost)
    return "a proof of more than " + std::to_string(KeyProof::kMost) + " bytes";
  try {
    const SignatureKey key = SignatureKey::of_public(text_of(proof.identity));
    if (key.verifies(key_claim(claim), text_of(proof.signature))) return {};
  } catch (const std::invalid_argument&) {
    return "a lasting key that is none";
  }
  return "its lasting key has not signed it";
}

std::string lasting_key_of(const std::optional<KeyProof>& proof) {
  return proof ? digest_of(text_of(proof->identity)) : "";
}

PublicKey entry_of(const KeyClaim& claim,
                   const std::optional<KeyProof>& proof) {
  std::string text = key_claim(claim) + "\n";
  if (proof) text += text_of(proof->identity);
  return sha256_of(text);
}

}  // namespace fedltr
