#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/privacy/fixed_point.hpp"
#include "algorithms/privacy/key_agreement.hpp"
#include "algorithms/privacy/neighbourhood.hpp"
#include "algorithms/privacy/secagg_messages.hpp"
#include "algorithms/privacy/shamir.hpp"

namespace fedltr {

/// Rounds for which a client keeps its place on the ring of neighbours, and
/// with it the secrets that pairs have agreed on: with new places in each
/// round, key agreement would take most of the time. One client in kGraphRounds
/// moves in each round.
inline constexpr std::uint32_t kGraphRounds = 100;

/// Places of clients on the ring in a round, uniform and independent. A
/// client's place does not depend on the other participants, so that pairs meet
/// again.
std::vector<std::uint64_t> graph_labels(
    std::uint64_t seed, std::uint32_t round,
    const std::vector<std::uint32_t>& clients);

/// The server of secure aggregation in one round: forwards messages, adds
/// masked words, and removes the masks once it is known which clients have
/// answered. A client that sends an invalid message is left out from that stage
/// on, as if it had dropped out.
class SecureRound {
 public:
  /// @param clients   ascending, 3 or more
  /// @param labels    on the ring of neighbours, one per client
  /// @throws std::invalid_argument  as choose_neighbourhood()
  SecureRound(std::vector<std::uint32_t> clients, std::uint32_t words,
              const Tolerance& tolerance,
              const std::vector<std::uint64_t>& labels);

  const Neighbourhood& neighbourhood() const { return neighbourhood_; }
  const std::vector<std::uint32_t>& clients() const { return clients_; }

  /// Keeps a client's message of a stage if it is valid. Keeps an opened share
  /// if it equals the one that its owner has dealt; the evidence is the owner's
  /// word, so an owner that forges a check can have a neighbour blamed.
  /// @return  the reason if it rejects all or part of it, else empty
  std::string accept(SecureStage stage, std::uint32_t client,
                     std::string_view bytes);
  /// Returns the message that starts a stage for a client, empty if the client
  /// is left out. Call it once all messages of the stage before have come.
  std::string letter(SecureStage stage, std::uint32_t client) const;
  /// Adds the sum of some clients' masked words, modulo 2^64, in any order.
  /// @return  the reason if it is rejected, else empty
  std::string add(const std::vector<std::uint32_t>& clients,
                  std::span<const std::uint64_t> words);
  /// Checks that enough clients have answered to remove the masks: all but the
  /// tolerated dropouts, 3, and `least`.
  /// @return  the reason if too few have, else empty
  std::string shortfall(std::uint32_t least = 3) const;
  /// Returns the sum over the clients that have answered, modulo 2^64.
  Checked<std::vector<std::uint64_t>> unmask() const;

  /// Returns the first client whose secret unmask() can't recover, so that it
  /// returns no sum.
  std::optional<std::uint32_t> unrecovered() const;

  /// Number of clients that dropped out after they had sent shares.
  std::uint32_t dropped() const;

 private:
  struct Party {
    std::string key;  ///< empty if none came
    Shares shares;
    bool shared = false;
    bool survived = false;
    /// Shares of self mask or key, as dealt, by point.
    std::map<std::uint32_t, Share> opened;
  };

  /// Returns clients_.size() for a client not in the round.
  std::size_t place_of(std::uint32_t client) const;
  bool linked(std::size_t place, std::size_t other) const;
  std::vector<std::uint32_t> told(std::size_t place) const;
  std::uint32_t point(std::size_t owner, std::size_t holder) const;
  std::string accept_key(Party& party, const Advertised& letter);
  std::string accept_shares(std::size_t place, Shares letter);
  std::string accept_opened(std::size_t place, const Opened& letter);
  std::string neighbours_letter(std::size_t place) const;
  std::string incoming_letter(std::size_t place) const;
  std::string survivors_letter(std::size_t place) const;
  std::optional<Secret> recover(const Party& party) const;
  void take_off_pairs(std::size_t place, const Secret& key,
                      std::span<std::uint64_t> words) const;

  std::vector<std::uint32_t> clients_;
  Tolerance tolerance_;
  Neighbourhood neighbourhood_;
  std::vector<std::vector<std::uint32_t>> graph_;
  std::vector<Party> parties_;
  std::vector<std::uint64_t> sum_;
};

}  // namespace fedltr
