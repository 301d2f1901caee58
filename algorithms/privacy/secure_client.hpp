#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "algorithms/privacy/agreed_pairs.hpp"
#include "algorithms/privacy/key_agreement.hpp"
#include "algorithms/privacy/neighbourhood.hpp"
#include "algorithms/privacy/secagg_messages.hpp"
#include "algorithms/privacy/shamir.hpp"

namespace fedltr {

/// Random bits of a client for a round, 0 for its key: simulated from a seed,
/// or the operating system's.
using SecretSource = std::function<Bits(std::uint32_t round)>;

/// A client of secure aggregation: hides its words so that the server learns
/// nothing but the sum over the clients that answer.
///
/// Bell et al. (CCS 2020), the protocol against an honest but curious server,
/// section 3, after Bonawitz et al. (CCS 2017): y = x + PRG(b) + sum over
/// neighbours of +-PRG(s). The neighbours hold shares of b and of a key to the
/// s and open one of them, never both. Differs: pairs agree by X25519 once and
/// draw the seeds s of each round from that (ChaCha20 as a function of the
/// round), which saves two agreements a neighbour and round. So the private key
/// must never be opened: what the shares give is a key of the round, under
/// which the client has deposited its seeds of that round with the server.
class SecureClient {
 public:
  /// @param tolerance  what it holds the server's threshold against
  /// @param agreed     of all clients of a simulation; none: it agrees itself
  SecureClient(std::uint32_t id, SecretSource secrets,
               const Tolerance& tolerance = {},
               std::shared_ptr<AgreedPairs> agreed = nullptr);

  Advertised advertise() const;
  /// Agrees with neighbours it does not know yet, draws the round's secrets.
  /// @throws std::invalid_argument  if the letter makes no sense; also below
  Shares share(std::uint32_t round, const Neighbours& neighbours);
  /// @note after share() of the round
  void receive(std::uint32_t round, const Incoming& incoming);
  /// Adds the masks. One update a round: a second one would have the same.
  /// @note after receive() of the round
  void mask(std::uint32_t round, std::span<std::uint64_t> words);
  /// Opens what the server may know, once a round. What a neighbour has sealed
  /// badly is left out.
  /// @throws std::invalid_argument  also if both shares of one are asked for
  Opened open(std::uint32_t round, const Survivors& survivors);

  /// Times it has agreed with another.
  std::uint64_t agreements() const { return agreements_; }

 private:
  /// What it has in common with another one.
  struct Pair {
    PublicKey key{};
    Secret channel{};  ///< for shares
    Secret seeds{};    ///< for the rounds' seeds
  };
  struct Neighbour {
    Secret seed{};       ///< of the pair's masks in this round
    std::string sealed;  ///< what came; empty: nothing did
  };
  enum class Step : std::uint8_t {
    kNone,
    kShared,
    kReceived,
    kMasked,
    kOpened
  };

  void agree(const Neighbours& neighbours);
  void expect(std::uint32_t round, Step step, const char* what) const;

  std::uint32_t id_;
  SecretSource secrets_;
  Tolerance tolerance_;
  std::shared_ptr<AgreedPairs> agreed_;
  KeyPair keys_;
  std::map<std::uint32_t, Pair> pairs_;
  std::uint64_t agreements_ = 0;
  std::uint32_t round_ = 0;
  Step step_ = Step::kNone;
  std::uint32_t threshold_ = 0;
  Secret self_{};                                  ///< b, of the round
  std::map<std::uint32_t, Neighbour> neighbours_;  ///< of the round
};

/// words += stream, or -= stream: masks from a seed.
void add_mask(const Secret& seed, bool subtract,
              std::span<std::uint64_t> words);

/// What a secret is recognised by: says nothing of it.
std::string check_of(const Secret& secret);

/// The same for a share.
std::string check_of(const Share& share);

/// Enciphers or deciphers a deposit in place.
void hide_deposit(const Secret& key, std::string& deposit);

}  // namespace fedltr
