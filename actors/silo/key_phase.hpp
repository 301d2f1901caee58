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
/// their frequencies. It begins anew with each attempt:
///
///   begin() --> public keys --> keys() --> wrapped keys and frequencies
///     ^                                       |
///     +--- a party is out <-------------------+--> verdict(), take_sum()
///
/// All take_...() throw std::invalid_argument for what makes no sense.
class KeyPhase {
 public:
  /// @param frequency  shape of the sketches that are summed
  explicit KeyPhase(const SketchShape& frequency) : frequency_(frequency) {}

  /// Attempts so far.
  std::uint32_t attempt() const { return attempt_; }

  /// Begins the next attempt.
  BeginKeys begin(const std::set<std::uint32_t>& members);

  void take_key(std::uint32_t party, PartyKey key);
  /// All public keys, once all have come. From now on the first party, which
  /// draws the hash key, owes it to the others.
  PartyKeys keys();

  /// @throws unless the holder of the key sends it to a member that has not got
  ///         it yet
  void take_wrapped(const SiloMessage& message);
  /// Wrapped keys that a party owes: 0 but for the holder.
  std::size_t owed_by(std::uint32_t party) const;

  /// Adds up a party's frequencies, which it sends once an attempt.
  void take_frequencies(std::uint32_t party, Frequencies frequencies);

  /// How the confirmations of the hash key compare.
  struct Verdict {
    bool agreed = false;
    std::optional<std::uint32_t> odd;  ///< has another key than most
    std::string failure;               ///< if there is nobody to blame
  };
  /// Who handed out different keys can't be told from who changed its own.
  Verdict verdict() const;

  /// The sum of frequencies, which is large and held no longer. None:
  /// somebody's masked numbers are not what they should be, or its documents
  /// not as many as it said; nobody can tell whose.
  std::optional<FrequencySum> take_sum();

  /// Number of documents that a party says it has.
  std::uint32_t documents_of(std::uint32_t party) const {
    return keys_.at(party).documents;
  }

 private:
  SketchShape frequency_;
  std::uint32_t attempt_ = 0;
  std::set<std::uint32_t> members_;
  std::map<std::uint32_t, PartyKey> keys_;
  std::optional<std::uint32_t> holder_;  ///< of the hash key
  std::set<std::uint32_t> wrapped_;      ///< parties that were sent it
  std::map<std::uint32_t, Secret> confirmations_;  ///< of the hash key
  std::vector<std::uint64_t> sum_;  ///< of frequencies, modulo 2^64
};

}  // namespace fedltr
