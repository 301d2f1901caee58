#pragma once

#include <cstddef>
#include <cstdint>

#include "algorithms/privacy/sealed.hpp"
#include "algorithms/silo/codec.hpp"

namespace fedltr {

/// State of a party's ledger of answers, which those it answered remember, so
/// that it can't lose lines unseen. A chain of hashes as in Crosby and Wallach,
/// "Efficient Data Structures for Tamper-Evident Logging" (USENIX Security
/// 2009), section 2, cut to 64 bits.
struct LedgerHead {
  std::uint64_t lines = 0;
  std::uint64_t chain = 0;  ///< of these lines
  auto fields(auto&& f) { return f(lines, chain); }
  friend bool operator==(const LedgerHead&, const LedgerHead&) = default;
};

/// A LedgerHead for one other party, sealed against the relay. Before the sum
/// of frequencies: that of the receiver's ledger as the sender remembers it.
/// Before an answer: that of the sender's ledger, with this answer.
struct SealedHead {
  static constexpr const char* kName = "head of a ledger";
  ByteVector bytes;  ///< of Keyring::seal_for()
  auto fields(auto&& f) { return f(rest(bytes)); }
};

/// Bytes of a SealedHead.
inline constexpr std::size_t kSealedHeadBytes =
    kSealBytes + 2 * sizeof(std::uint64_t);

}  // namespace fedltr
