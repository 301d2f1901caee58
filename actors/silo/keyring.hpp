#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "actors/silo/envelope.hpp"
#include "algorithms/privacy/masking.hpp"
#include "algorithms/privacy/sealed.hpp"
#include "algorithms/silo/simulated_bits.hpp"

namespace fedltr {

/// A party's side of the KeyPhase: agrees on a secret with each other party,
/// and on the hash key with all parties.
class Keyring {
 public:
  /// @param bits    source of the keys
  /// @param prover  of this party's keys
  Keyring(std::uint32_t party, BitsSource bits, KeyProver prover = {});

  /// Begins an attempt, forgetting the one before.
  /// @param documents  of this party
  PartyKey begin(std::uint32_t attempt, const BeginKeys& members,
                 std::uint32_t documents);

  /// A party whose message is invalid, and the reason.
  struct Blame {
    std::uint32_t party;
    std::string why;
  };
  /// Agrees with each other party; after a blame it has no secret.
  /// @throws std::invalid_argument  for keys that no honest relay hands out
  std::optional<Blame> agree(const PartyKeys& keys);

  /// True if this party draws the hash key for all.
  bool draws() const { return members_.begin()->first == party_; }
  struct HandedOut {
    Secret key;
    std::vector<std::pair<std::uint32_t, WrappedKey>> wrapped;  ///< by receiver
  };
  HandedOut draw() const;
  /// @throws std::invalid_argument unless there is a secret with `from`
  Checked<Secret> unwrap(std::uint32_t from, const WrappedKey& wrapped) const;

  /// Masks numbers before they are summed.
  /// @param round  a different one for each sum of a purpose
  void hide(std::span<std::uint64_t> numbers, std::string_view purpose,
            std::uint64_t round) const;

  /// Encrypts and authenticates bytes for one other party.
  /// @param purpose  of the bytes: each has keys of its own
  ByteVector seal_for(std::uint32_t to, std::span<const std::uint8_t> text,
                      const std::string& purpose) const;
  /// @throws std::invalid_argument unless there is a secret with `from`
  Checked<ByteVector> open_from(std::uint32_t from,
                                std::span<const std::uint8_t> sealed,
                                const std::string& purpose) const;

  void exclude(std::uint32_t party);

  std::uint32_t attempt() const { return attempt_; }
  /// Remaining parties, including this one, with their numbers of documents,
  /// each at most kMaxDocuments.
  const std::map<std::uint32_t, std::uint32_t>& members() const {
    return members_;
  }
  bool has_secret_with(std::uint32_t party) const {
    return secrets_.contains(party);
  }
  /// Number of other parties with which there is a secret.
  std::size_t secrets() const { return secrets_.size(); }
  /// Returns what agree() has agreed on. Its code is safety_code() of the
  /// parties' entry_of().
  const AgreedKeys& agreed() const { return agreed_; }

 private:
  void check_numbers(const PartyKeys& keys) const;
  KeyClaim claim_of(std::uint32_t party, const PartyKey& key) const;
  std::string agree_with(std::uint32_t member, const PartyKey& theirs);

  std::uint32_t party_;
  BitsSource bits_;
  KeyProver prover_;
  std::uint32_t attempt_ = 0;
  PartyKey own_;  ///< of this attempt
  std::map<std::uint32_t, std::uint32_t>
      members_;  ///< and their numbers of documents
  std::optional<KeyPair> pair_;
  PairSecrets secrets_;
  AgreedKeys agreed_;
};

}  // namespace fedltr
