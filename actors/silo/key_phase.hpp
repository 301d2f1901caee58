#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "actors/silo/envelope.hpp"

namespace fedltr {

/// Leads parties to a hash key that the relay does not have, and to the sum of
/// their frequencies. Restarts with each attempt:
///
///   begin() --> public keys --> keys() --> wrapped keys and frequencies
///     ^                                       |
///     +--- a party is excluded <--------------+--> verdict(), take_sum()
///
/// All take_...() throw std::invalid_argument for an invalid message.
class KeyPhase {
 public:
  /// @param frequency  shape of the sketches that are summed
  explicit KeyPhase(const SketchShape& frequency) : frequency_(frequency) {}

  /// Number of attempts so far.
  std::uint32_t attempt() const { return attempt_; }

  /// Begins the next attempt.
  BeginKeys begin(const std::set<std::uint32_t>& members);

  void take_key(std::uint32_t party, PartyKey key);
  /// Returns all public keys, once all have come. From then on the first party,
  /// which draws the hash key, has to send it to the others.
  PartyKeys keys();

  /// @throws unless the holder of the key sends it to a member that does not
  ///         have it yet
  void take_wrapped(const SiloMessage& message);
  /// Number of wrapped keys that a party has to send: 0 except for the holder.
  std::size_t owed_by(std::uint32_t party) const;

  /// Adds a party's frequencies, which it sends once per attempt.
  void take_frequencies(std::uint32_t party, Frequencies frequencies);

  /// The same, once all have the sum.
  /// @param bytes  number of the frequencies' bytes
  void take_delivered(std::uint32_t party, std::size_t bytes);

  /// Comparison of the confirmations of the hash key.
  struct Verdict {
    bool agreed = false;
    std::optional<std::uint32_t> odd;  ///< party whose key differs from most
    std::string failure;               ///< reason, if no party is at fault
  };
  /// Compares the confirmations. A holder that sent different keys can't be
  /// distinguished from a party that changed its own.
  Verdict verdict() const;

  /// Moves out the sum of frequencies, which is large: a message to all.
  /// Returns nullopt if it is impossible for the stated numbers of documents,
  /// which does not show the party that lies.
  std::optional<SiloMessage> take_sum();

  /// A party's stated number of documents.
  std::uint32_t documents_of(std::uint32_t party) const {
    return keys_.at(party).documents;
  }

 private:
  SketchShape frequency_;
  std::uint32_t attempt_ = 0;
  std::set<std::uint32_t> members_;
  std::map<std::uint32_t, PartyKey> keys_;
  std::optional<std::uint32_t> holder_;  ///< of the hash key
  std::set<std::uint32_t> wrapped_;      ///< parties that it was sent to
  std::map<std::uint32_t, Secret> confirmations_;  ///< of the hash key
  std::vector<std::uint64_t> sum_;        ///< of frequencies, modulo 2^64
  std::optional<std::size_t> delivered_;  ///< bytes of take_delivered()
};

}  // namespace fedltr
