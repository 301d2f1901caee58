#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/core/archive.hpp"

namespace fedltr {

// Messages between the clients and the server of secure aggregation, in the
// order of the stages. Each message belongs to one client; lists of clients
// ascend. All come from a peer: hostile until the receiver has checked them.

/// kAgreement is of [members] only, between kMasks and kOpening.
enum class SecureStage : std::uint8_t {
  kKeys,
  kShares,
  kMasks,
  kOpening,
  kAgreement,
};

constexpr SecureStage last_of(SecureStage) {
  return SecureStage::kAgreement;
}

inline constexpr std::size_t kKeyBytes = 32;
/// A seed of masks, hidden under the client's key of the round.
inline constexpr std::size_t kDepositBytes = 32;
/// Two shares of five numbers, enciphered and authenticated.
inline constexpr std::size_t kSealedBytes = 2 * 5 * 8 + 16;
/// A check that identifies a secret recovered from shares.
inline constexpr std::size_t kCheckBytes = 32;
/// A check that identifies a share when it is opened.
inline constexpr std::size_t kShareCheckBytes = 16;

/// kKeys, client to server.
struct Advertised {
  std::string key;  ///< X25519, kKeyBytes

  auto fields(auto&& f) { return f(key); }
};

/// kShares, server to client: the neighbours with which it has masks and
/// shares.
struct Neighbours {
  std::vector<std::uint32_t> clients;
  std::string keys;  ///< kKeyBytes each
  std::uint32_t threshold = 0;
  std::uint32_t all = 0;  ///< clients of the round

  auto fields(auto&& f) { return f(clients, keys, threshold, all); }
};

/// kShares, client to server: by neighbour.
struct Shares {
  std::string deposit;  ///< kDepositBytes each
  std::string sealed;   ///< for the neighbour only, kSealedBytes each
  std::string dealt;    ///< checks of its two shares, kShareCheckBytes each
  std::string checks;   ///< of the two secrets, kCheckBytes each

  auto fields(auto&& f) { return f(deposit, sealed, dealt, checks); }
};

/// kMasks, server to client: the neighbours that have sent shares, and their
/// sealed shares for this client. The client answers with the masked update.
struct Incoming {
  std::vector<std::uint32_t> clients;
  std::string sealed;  ///< kSealedBytes each

  auto fields(auto&& f) { return f(clients, sealed); }
};

/// kOpening, server to client: its neighbours with and without an update.
struct Survivors {
  std::vector<std::uint32_t> survived;
  std::vector<std::uint32_t> dropped;

  auto fields(auto&& f) { return f(survived, dropped); }
};

/// kOpening, client to server: one share per neighbour, of the self mask of a
/// survivor or of the key to the pair masks of a dropout.
struct Opened {
  std::vector<std::uint32_t> clients;
  std::vector<std::uint64_t> shares;  ///< five numbers each

  auto fields(auto&& f) { return f(clients, shares); }
};

/// Serializes a message.
template <class Letter>
std::string write_letter(Letter letter) {
  return archived(letter);
}
/// @throws ArchiveError
template <class Letter>
Letter read_letter(std::string_view bytes) {
  return unarchived<Letter>(bytes);
}

}  // namespace fedltr
