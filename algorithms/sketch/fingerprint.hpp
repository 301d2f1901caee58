#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/privacy/key_stream.hpp"

namespace fedltr {

/// What the parties hash with, and nobody else: derived from the federation's
/// key. Whoever has it can try all words of a dictionary on what passes by.
struct HashKey {
  Secret terms{};  ///< for fingerprints; the first 16 bytes
  Secret rows{};   ///< for RowHashes of documents
  /// For RowHashes of what is summed over the parties. Of its own: the relay
  /// sees the sums, and would otherwise find a question's columns in them.
  Secret summed_rows{};
};

/// Of the key that the parties agreed on (privacy/key_agreement.hpp).
HashKey hash_key(const Secret& federation_key);

/// Simulated: from the run's seed, so that a simulation has the same bits each
/// time. No secret: who knows the seed knows the key.
HashKey simulated_hash_key(std::uint64_t seed);

/// No key at all, as in the public reference implementation and with the MD5 of
/// the paper: what the audit's dictionary attack succeeds against.
HashKey unkeyed_hash();

/// A term's 64-bit fingerprint: SipHash-2-4 (Aumasson and Bernstein 2012) of
/// its UTF-8 bytes, a keyed pseudo-random function. Two of a million terms have
/// the same with probability 3e-8.
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

/// Of a whole dictionary, in its order.
std::vector<std::uint64_t> fingerprints_of(std::span<const std::string> terms,
                                           const HashKey& key);

}  // namespace fedltr
