#pragma once

#include <map>

#include "algorithms/heterogeneity/split.hpp"
#include "algorithms/online/simulation.hpp"

namespace fedltr {

/// Properties in which clients differ.
struct Member {
  /// Its users' world; of several, one is drawn for each round.
  std::vector<std::shared_ptr<const Simulation>> worlds;
  std::uint32_t interactions = 0;  ///< in a round; 0: no data to learn from
  std::shared_ptr<const Turns> turns = nullptr;  ///< of all clients, or null

  const Simulation& world(std::uint64_t seed, std::uint32_t client,
                          std::uint32_t round) const {
    if (worlds.size() == 1) return *worlds[0];
    Rng rng = traced_stream({seed, Purpose::kUser, client, round});
    return *worlds[rng.below(worlds.size())];
  }
  /// Returns the number of rounds of a client before a round, counted from 0.
  std::uint64_t rounds_before(std::uint32_t client, std::uint32_t round) const {
    return turns ? turns->before(client, round) : round;
  }
};

/// Clients of a federation: client i is member i modulo their number, unless it
/// has come to differ. Takes no memory for clients that are equal.
class Population {
 public:
  Population() = default;
  /// Makes equal clients.
  Population(std::shared_ptr<const Simulation> world,
             std::uint32_t interactions)
      : members_{std::make_shared<const Member>(
            Member{{std::move(world)}, interactions})} {}

  /// Makes the clients of a split.
  /// @param world         for clients that do not differ
  /// @param interactions  for clients that do not differ
  Population(const Split& split, std::uint32_t clients,
             const std::shared_ptr<const Simulation>& world,
             std::uint32_t interactions);

  /// Leaves these clients without data to learn from.
  void silence(const std::vector<std::uint32_t>& absent);
  /// Deletes the data of one of `clients` clients, unless another has the same.
  void forget(std::uint32_t client, std::uint32_t clients);

  const Member& operator[](std::uint32_t client) const { return *at(client); }
  /// Returns a client's member; null if it is forgotten.
  const std::shared_ptr<const Member>& at(std::uint32_t client) const {
    if (!others_.empty())
      if (const auto other = others_.find(client); other != others_.end())
        return other->second;
    return members_[client % members_.size()];
  }
  /// Returns the clients from `first` to below `end`, numbered from 0.
  Population part(std::uint32_t first, std::uint32_t end) const;
  /// Returns those of `clients` clients that have no data to learn from,
  /// ascending.
  std::vector<std::uint32_t> idle(std::uint32_t clients) const;
  /// Returns the interactions of each client in a round, of client i at i
  /// modulo their number.
  /// @param clients  their number, which none exceeds
  std::vector<std::uint32_t> interactions(std::uint32_t clients) const;
  /// Returns the rounds in which clients take part; null: they are drawn.
  std::shared_ptr<const Turns> turns() const;
  /// Number of members that differ; 1: all clients are equal.
  std::size_t size() const { return members_.size(); }

 private:
  std::vector<std::shared_ptr<const Member>> members_;
  /// Members of clients that have come to differ; null: forgotten.
  std::map<std::uint32_t, std::shared_ptr<const Member>> others_;
};

}  // namespace fedltr
