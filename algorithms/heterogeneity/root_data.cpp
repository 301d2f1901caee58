#include "algorithms/heterogeneity/root_data.hpp"

#include <algorithm>

#include "algorithms/core/require.hpp"
#include "algorithms/heterogeneity/data_sharing.hpp"
#include "algorithms/heterogeneity/population.hpp"
#include "algorithms/online/learner.hpp"

namespace fedltr {
namespace {

constexpr std::uint32_t kOwner = 0xfffffffe;  // no client has this number

/// Draws some of the queries, or sessions, of the world's users.
std::vector<Index> draw_queries(const Simulation& world, std::uint64_t queries,
                                std::uint64_t seed) {
  const Index all =
      world.queries.empty() ? world.searches() : std::ssize(world.queries);
  const double share =
      std::min(1.0, static_cast<double>(queries) / static_cast<double>(all));
  std::vector<Index> drawn = draw_global_queries(all, share, seed);
  if (!world.queries.empty())
    for (Index& query : drawn) query = world.queries[query];
  return drawn;
}

}  // namespace

std::vector<Simulation> worlds_of(const Population& population,
                                  std::uint32_t clients,
                                  const Simulation& world) {
  std::vector<Simulation> worlds;
  const auto members = std::min<std::size_t>(clients, population.size());
  for (std::uint32_t i = 0; i < members; ++i)
    if (population[i].interactions > 0)
      for (const auto& each : population[i].worlds) worlds.push_back(*each);
  if (worlds.empty()) worlds.push_back(world);
  return worlds;
}

std::function<Vector(const Vector& global, std::uint32_t round)>
learn_of_root_data(std::vector<Simulation> worlds, std::uint64_t queries,
                   std::shared_ptr<const Learner> learner,
                   std::uint32_t searches, std::uint64_t seed) {
  require(!worlds.empty(), "root data needs a world");
  for (Simulation& world : worlds)
    world.queries =
        draw_queries(world, queries, Rng(seed, Purpose::kTrusted)());
  return [worlds = std::make_shared<const std::vector<Simulation>>(
              std::move(worlds)),
          learner = std::move(learner), searches,
          seed](const Vector& global, std::uint32_t round) {
    Session session;
    session.enter((*worlds)[round % worlds->size()]);
    Streams streams(seed, kOwner, round);
    Vector model(global.size());
    learner->learn(global, searches, streams, session, model);
    return model;
  };
}

}  // namespace fedltr
