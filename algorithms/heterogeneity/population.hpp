#pragma once

#include "algorithms/heterogeneity/split.hpp"
#include "algorithms/online/simulation.hpp"

namespace fedltr {

/// What sets a client apart.
struct Member {
  /// Its users' world; of several, one is drawn for each round.
  std::vector<std::shared_ptr<const Simulation>> worlds;
  std::uint32_t interactions = 0;  ///< in a round; 0: it has nothing to learn

  const Simulation& world(std::uint64_t seed, std::uint32_t client,
                          std::uint32_t round) const {
    if (worlds.size() == 1) return *worlds[0];
    Rng rng = traced_stream({seed, Purpose::kUser, client, round});
    return *worlds[rng.below(worlds.size())];
  }
};

/// Who takes part in a federation: client i is member i modulo their number.
class Population {
 public:
  Population() = default;
  /// All alike.
  Population(std::shared_ptr<const Simulation> world,
             std::uint32_t interactions)
      : members_{std::make_shared<const Member>(
            Member{{std::move(world)}, interactions})} {}

  /// Clients as a split has them.
  /// @param world         of those that do not differ
  /// @param interactions  of those that do not differ
  Population(const Split& split, std::uint32_t clients,
             const std::shared_ptr<const Simulation>& world,
             std::uint32_t interactions);

  /// Leaves some of so many clients with nothing to learn from.
  void silence(const std::vector<std::uint32_t>& absent, std::uint32_t clients);

  const Member& operator[](std::uint32_t client) const {
    return *members_[client % members_.size()];
  }
  /// What clients from `first` to below `end` have; some may have the same.
  std::vector<std::shared_ptr<const Member>> hand_out(std::uint32_t first,
                                                      std::uint32_t end) const {
    std::vector<std::shared_ptr<const Member>> members;
    for (std::uint32_t client = first; client < end; ++client)
      members.push_back(members_[client % members_.size()]);
    return members;
  }
  /// Of members that differ; 1: all clients are alike.
  std::size_t size() const { return members_.size(); }

 private:
  std::vector<std::shared_ptr<const Member>> members_;
};

}  // namespace fedltr
