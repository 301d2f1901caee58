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
/// with it what pairs have agreed on: were all drawn anew for each round, most
/// of the time would go into keys. One client in so many moves in each round.
inline constexpr std::uint32_t kGraphRounds = 100;

/// Places of clients on the ring in a round, uniform and independent. They are
/// the same whoever else takes part, so that pairs meet again.
std::vector<std::uint64_t> graph_labels(
    std::uint64_t seed, std::uint32_t round,
    const std::vector<std::uint32_t>& clients);

/// The server of secure aggregation in one round: passes letters on, adds
/// masked words, takes off the masks once it is known who has answered. Clients
/// whose letters make no sense are left out from that stage on, as if they had
/// dropped out.
class SecureRound {
 public:
  /// @param clients   ascending, 3 or more
  /// @param labels    on the ring of neighbours, one a client
  /// @throws std::invalid_argument  as choose_neighbourhood()
  SecureRound(std::vector<std::uint32_t> clients, std::uint32_t words,
              const Tolerance& tolerance,
              const std::vector<std::uint64_t>& labels);

  const Neighbourhood& neighbourhood() const { return neighbourhood_; }
  const std::vector<std::uint32_t>& clients() const { return clients_; }

  /// Keeps what a client writes in a stage, if it makes sense. Of opened shares
  /// those that are what their owner has dealt; what says so is the owner's
  /// word, so one that forges a check can have a neighbour blamed.
  /// @return  why not, or not all; empty: it does
  std::string accept(SecureStage stage, std::uint32_t client,
                     std::string_view bytes);
  /// The letter that begins a stage for a client, or nothing, if it is left
  /// out: to be asked once all letters of the stage before have come.
  std::string letter(SecureStage stage, std::uint32_t client) const;
  /// Adds the sum of some clients' masked words, modulo 2^64. In any order.
  /// @return  why not; empty: it does
  std::string add(const std::vector<std::uint32_t>& clients,
                  std::span<const std::uint64_t> words);
  /// Whether so many have answered that the masks may be taken off: all but the
  /// dropouts there may be, 3, and `least`.
  /// @return  why not; empty: they may
  std::string shortfall(std::uint32_t least = 3) const;
  /// The sum over who has answered, modulo 2^64.
  Checked<std::vector<std::uint64_t>> unmask() const;

  /// Clients that dropped out after they had sent shares.
  std::uint32_t dropped() const;

 private:
  struct Party {
    std::string key;  ///< empty: none came
    Shares shares;
    bool shared = false;
    bool survived = false;
    /// Of self mask or key, as dealt, by point.
    std::map<std::uint32_t, Share> opened;
  };

  /// clients_.size() if it is none of them.
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
