#pragma once

#include "algorithms/heterogeneity/split.hpp"
#include "algorithms/online/simulation.hpp"

namespace fedltr {

/// Properties in which clients differ.
struct Member {
  /// Its users' world; of several, one is drawn for each round.
  std::vector<std::shared_ptr<const Simulation>> worlds;
  std::uint32_t interactions = 0;  ///< in a round; 0: no data to learn from

  const Simulation& world(std::uint64_t seed, std::uint32_t client,
                          std::uint32_t round) const {
    if (worlds.size() == 1) return *worlds[0];
    Rng rng = traced_stream({seed, Purpose::kUser, client, round});
    return *worlds[rng.below(worlds.size())];
  }
};

/// Clients of a federation: client i is member i modulo their number.
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

  /// Leaves the absent ones of `clients` clients without data to learn from.
  void silence(const std::vector<std::uint32_t>& absent, std::uint32_t clients);

  const Member& operator[](std::uint32_t client) const {
    return *members_[client % members_.size()];
  }
  /// Members of the clients from `first` to below `end`; some may be the same.
  std::vector<std::shared_ptr<const Member>> hand_out(std::uint32_t first,
                                                      std::uint32_t end) const {
    std::vector<std::shared_ptr<const Member>> members;
    for (std::uint32_t client = first; client < end; ++client)
      members.push_back(members_[client % members_.size()]);
    return members;
  }
  /// Number of members that differ; 1: all clients are equal.
  std::size_t size() const { return members_.size(); }

 private:
  std::vector<std::shared_ptr<const Member>> members_;
};

}  // namespace fedltr
