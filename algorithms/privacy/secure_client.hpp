#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "algorithms/privacy/agreed_pairs.hpp"
#include "algorithms/privacy/key_agreement.hpp"
#include "algorithms/privacy/neighbourhood.hpp"
#include "algorithms/privacy/secagg_messages.hpp"
#include "algorithms/privacy/shamir.hpp"

namespace fedltr {

/// A client's random bits for a round, or for its key if the round is 0:
/// simulated from a seed, or the operating system's.
using SecretSource = std::function<Bits(std::uint32_t round)>;

/// A client of secure aggregation: hides its words so that the server learns
/// only the sum over the clients that answer.
///
/// Bell et al. (CCS 2020), the protocol against an honest but curious server,
/// section 3, after Bonawitz et al. (CCS 2017): y = x + PRG(b) + sum over
/// neighbours of +-PRG(s). The neighbours hold shares of b and of a key to the
/// s and open one of the two, never both. Differs: pairs agree by X25519 once
/// and derive each round's seeds s from that (ChaCha20 as a function of the
/// round), which saves two agreements per neighbour and round. So the private
/// key must never be opened: the shares recover a key of the round, under which
/// the client has deposited its seeds of that round with the server.
class SecureClient {
 public:
  /// @param tolerance  against which it checks the server's threshold
  /// @param agreed     of all clients of a simulation; null = it agrees itself
  SecureClient(std::uint32_t id, SecretSource secrets,
               const Tolerance& tolerance = {},
               std::shared_ptr<AgreedPairs> agreed = nullptr);

  Advertised advertise() const;
  /// Agrees with new neighbours and draws the round's secrets.
  /// @throws std::invalid_argument  if the message is invalid; also below
  Shares share(std::uint32_t round, const Neighbours& neighbours);
  /// @note after share() of the round
  void receive(std::uint32_t round, const Incoming& incoming);
  /// Adds the masks. One update per round: a second would have the same masks.
  /// @note after receive() of the round
  void mask(std::uint32_t round, std::span<std::uint64_t> words);
  /// Opens the shares that the server may know, once per round. Omits a
  /// neighbour's shares that do not unseal.
  /// @throws std::invalid_argument  also if both shares of one client are asked
  /// for
  Opened open(std::uint32_t round, const Survivors& survivors);

  /// Number of key agreements with other clients.
  std::uint64_t agreements() const { return agreements_; }

 private:
  /// The secrets shared with another client.
  struct Pair {
    std::uint32_t client = 0;
    PublicKey key{};
    Secret channel{};  ///< for shares
    Secret seeds{};    ///< for the rounds' seeds
  };
  struct Neighbour {
    std::uint32_t client = 0;
    Secret seed{};  ///< of the pair's masks in this round
    bool heard = false;
    std::array<char, kSealedBytes> sealed{};  ///< as received, if heard
  };
  enum class Step : std::uint8_t {
    kNone,
    kShared,
    kReceived,
    kMasked,
    kOpened
  };

  void agree(const Neighbours& neighbours);
  /// Returns the place of a client among those sorted by number, or the end.
  static auto find(auto& sorted, std::uint32_t client) {
    const auto place = std::ranges::lower_bound(
        sorted, client, {}, [](const auto& each) { return each.client; });
    return place != sorted.end() && place->client == client ? place
                                                            : sorted.end();
  }
  /// True if a neighbour's shares have come in this round.
  bool has_heard(std::uint32_t neighbour) const;
  void expect(std::uint32_t round, Step step, const char* what) const;

  std::uint32_t id_;
  SecretSource secrets_;
  Tolerance tolerance_;
  std::shared_ptr<AgreedPairs> agreed_;
  KeyPair keys_;
  // In vectors, which keep their memory: entries of their own, freed in each
  // round, would leave gaps too small for the round's messages.
  std::vector<Pair> pairs_;  ///< by client
  std::uint64_t agreements_ = 0;
  std::uint32_t round_ = 0;
  Step step_ = Step::kNone;
  std::uint32_t threshold_ = 0;
  Secret self_{};                      ///< b, of the round
  std::vector<Neighbour> neighbours_;  ///< of the round, by client
};

/// Adds the stream of a seed to the words.
void add_mask(const Secret& seed, std::span<std::uint64_t> words);
void subtract_mask(const Secret& seed, std::span<std::uint64_t> words);

/// Identifies a secret without revealing it.
std::string check_of(const Secret& secret);

/// The same for a share.
std::string check_of(const Share& share);

/// Enciphers or deciphers a deposit in place.
void hide_deposit(const Secret& key, std::string& deposit);

}  // namespace fedltr
