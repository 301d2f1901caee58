#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/privacy/key_stream.hpp"

namespace fedltr {

/// The parties' secret keys for hashing, derived from the federation's key. An
/// observer that has them can try all words of a dictionary on the messages.
struct HashKey {
  Secret terms{};  ///< for fingerprints; the first 16 bytes
  Secret rows{};   ///< for RowHashes of documents
  /// For RowHashes of data summed over the parties. A separate key: the relay
  /// sees the sums and could otherwise find a question's columns in them.
  Secret summed_rows{};
};

/// Derives the hash keys from the key that the parties agreed on
/// (privacy/key_agreement.hpp).
HashKey hash_key(const Secret& federation_key);

/// Derives simulated keys from the run's seed, so that a simulation has the
/// same bits each time. Not secret: the seed gives the keys.
HashKey simulated_hash_key(std::uint64_t seed);

/// Returns no key, as in the public reference implementation and with the
/// paper's MD5: the audit's dictionary attack succeeds against it.
HashKey unkeyed_hash();

/// Computes a term's 64-bit fingerprint: SipHash-2-4 (Aumasson and Bernstein
/// 2012) of its UTF-8 bytes, a keyed pseudo-random function. Any two of a
/// million terms collide with probability 3e-8.
class Fingerprinter {
 public:
  explicit Fingerprinter(const HashKey& key);
  ~Fingerprinter();
  Fingerprinter(Fingerprinter&&) noexcept;
  Fingerprinter& operator=(Fingerprinter&&) noexcept;

  std::uint64_t operator()(std::string_view term);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Fingerprints of a whole dictionary, in its order.
std::vector<std::uint64_t> fingerprints_of(std::span<const std::string> terms,
                                           const HashKey& key);

}  // namespace fedltr
