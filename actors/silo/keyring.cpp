#include "actors/silo/keyring.hpp"

#include <utility>

namespace fedltr {
namespace {

Secret sealing_key(const Secret& pair, const std::string& purpose) {
  return derive_secret(pair, "fedltr sealing of " + purpose);
}

}  // namespace

Keyring::Keyring(std::uint32_t party, BitsSource bits, KeyProver prover)
    : party_(party), bits_(std::move(bits)), prover_(std::move(prover)) {}

PartyKey Keyring::begin(std::uint32_t attempt, const BeginKeys& members,
                        std::uint32_t documents) {
  attempt_ = attempt;
  members_.clear();
  secrets_.clear();
  for (const std::uint32_t party : members.parties) members_[party] = 0;
  pair_.emplace(bits_(Purpose::kHashKey, party_, attempt_));
  own_ = {pair_->public_key(), documents};
  if (prover_.prove)
    own_.proof = prover_.prove(key_claim(claim_of(party_, own_)));
  return own_;
}

KeyClaim Keyring::claim_of(std::uint32_t party, const PartyKey& key) const {
  return {prover_.run, party, attempt_, key.key, key.documents};
}

/// @param keys  one a member
void Keyring::check_numbers(const PartyKeys& keys) const {
  auto next = keys.keys.begin();
  for (const auto& [member, documents] : members_) {
    const PartyKey& theirs = *next++;
    require(theirs.documents <= kMaxDocuments,
            "claims more documents of a party than 2^24");
    require(member != party_ ||
                (theirs.key == own_.key && theirs.documents == own_.documents &&
                 lasting_key_of(theirs.proof) == lasting_key_of(own_.proof)),
            "changes this party's own");
  }
}

std::optional<Keyring::Blame> Keyring::agree(const PartyKeys& keys) {
  require(pair_ && keys.keys.size() == members_.size(),
          "does not hold one public key a party");
  check_numbers(keys);
  std::vector<PublicKey> all;
  agreed_ = {};
  auto next = keys.keys.begin();
  for (auto& [member, documents] : members_) {
    const PartyKey& theirs = *next++;
    all.push_back(entry_of(claim_of(member, theirs), theirs.proof));
    documents = theirs.documents;
    if (member == party_) continue;
    const std::string why = agree_with(member, theirs);
    if (!why.empty()) {
      secrets_.clear();  // a refusal is this party's last message
      return Blame{member, "public key: " + why};
    }
  }
  agreed_.safety_code = safety_code(std::move(all));
  return std::nullopt;
}

/// Returns why not; empty if it has agreed.
std::string Keyring::agree_with(std::uint32_t member, const PartyKey& theirs) {
  const auto secret = pair_->agree(theirs.key);
  if (!secret) return secret.refusal;
  secrets_[member] = *secret;
  agreed_.identities[member] = lasting_key_of(theirs.proof);
  return theirs.proof ? fault_of(*theirs.proof, claim_of(member, theirs)) : "";
}

Keyring::HandedOut Keyring::draw() const {
  const Bits bits = bits_(Purpose::kHashKey, party_, 1000 + attempt_);
  HandedOut out{random_secret(bits), {}};
  for (const auto& [member, secret] : secrets_)
    out.wrapped.emplace_back(
        member, WrappedKey{wrap_key(out.key, secret, party_, member, bits)});
  return out;
}

Checked<Secret> Keyring::unwrap(std::uint32_t from,
                                const WrappedKey& wrapped) const {
  const auto pair = secrets_.find(from);
  require(pair != secrets_.end(), "is of a party without a secret");
  return unwrap_key(wrapped.bytes, pair->second, from, party_);
}

void Keyring::hide(std::span<std::uint64_t> numbers, std::string_view purpose,
                   std::uint64_t round) const {
  if (!secrets_.empty()) mask(numbers, party_, secrets_, purpose, round);
}

ByteVector Keyring::seal_for(std::uint32_t to,
                             std::span<const std::uint8_t> text,
                             const std::string& purpose) const {
  return seal(text, sealing_key(secrets_.at(to), purpose),
              addresses(party_, to), bits_(Purpose::kSecureKeys, party_, to));
}

Checked<ByteVector> Keyring::open_from(std::uint32_t from,
                                       std::span<const std::uint8_t> sealed,
                                       const std::string& purpose) const {
  const auto pair = secrets_.find(from);
  require(pair != secrets_.end(), "comes from a party without a secret");
  return unseal(sealed, sealing_key(pair->second, purpose),
                addresses(from, party_));
}

void Keyring::exclude(std::uint32_t party) {
  members_.erase(party);
  secrets_.erase(party);
}

}  // namespace fedltr
