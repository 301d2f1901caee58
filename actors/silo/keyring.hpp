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
/// and on the hash key with all.
class Keyring {
 public:
  /// @param bits  keys are made of
  Keyring(std::uint32_t party, BitsSource bits);

  /// Begins an attempt, forgetting the one before.
  /// @param documents  of this party
  PartyKey begin(std::uint32_t attempt, const BeginKeys& members,
                 std::uint32_t documents);

  /// A party whose message makes no sense, and why.
  struct Blame {
    std::uint32_t party;
    std::string why;
  };
  /// Agrees with each other party; after a blame there is no secret.
  std::optional<Blame> agree(const PartyKeys& keys);

  /// Whether this party draws the hash key for all.
  bool draws() const { return members_.begin()->first == party_; }
  struct HandedOut {
    Secret key;
    std::vector<std::pair<std::uint32_t, WrappedKey>> wrapped;  ///< by receiver
  };
  HandedOut draw() const;
  /// @throws std::invalid_argument unless there is a secret with `from`
  Checked<Secret> unwrap(std::uint32_t from, const WrappedKey& wrapped) const;

  /// Masks numbers that are to be summed.
  /// @param round  never two sums of a purpose with one
  void hide(std::span<std::uint64_t> numbers, std::string_view purpose,
            std::uint64_t round) const;

  /// Bytes that only one other party can read, and that only this one wrote.
  ByteVector seal_for(std::uint32_t to,
                      std::span<const std::uint8_t> text) const;
  /// @throws std::invalid_argument unless there is a secret with `from`
  Checked<ByteVector> open_from(std::uint32_t from,
                                std::span<const std::uint8_t> sealed) const;

  void exclude(std::uint32_t party);

  std::uint32_t attempt() const { return attempt_; }
  /// Parties that are left, this one among them, with their documents.
  const std::map<std::uint32_t, std::uint32_t>& members() const {
    return members_;
  }
  bool has_secret_with(std::uint32_t party) const {
    return secrets_.contains(party);
  }
  /// Number of other parties that there is a secret with.
  std::size_t secrets() const { return secrets_.size(); }
  /// Of the public keys; see fedltr::safety_code().
  const std::string& safety_code() const { return safety_code_; }

 private:
  std::uint32_t party_;
  BitsSource bits_;
  std::uint32_t attempt_ = 0;
  std::map<std::uint32_t, std::uint32_t> members_;  ///< and their documents
  std::optional<KeyPair> pair_;
  PairSecrets secrets_;
  std::string safety_code_;
};

}  // namespace fedltr
