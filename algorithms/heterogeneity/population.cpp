#include "algorithms/heterogeneity/population.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace fedltr {
namespace {

template <class T>
std::size_t size_of(const std::vector<T>& list) {
  return std::max<std::size_t>(list.size(), 1);
}

/// Worlds by what they are made of, so that clients alike share one.
class Worlds {
 public:
  Worlds(const Split& split, std::shared_ptr<const Simulation> common)
      : split_(split), common_(std::move(common)) {}

  std::shared_ptr<const Simulation> at(std::size_t holding, std::size_t user) {
    auto& world = worlds_[{holding, user}];
    if (!world) world = make(holding, user);
    return world;
  }

 private:
  std::shared_ptr<const Simulation> make(std::size_t holding,
                                         std::size_t user) const {
    if (split_.holdings.empty() && split_.users.empty()) return common_;
    const auto clicks =
        split_.users.empty() ? common_->user : split_.users[user];
    const Holding held = split_.holdings.empty() ? Holding{common_->data}
                                                 : split_.holdings[holding];
    Simulation world = held.data == common_->data
                           ? *common_
                           : Simulation(held.data, common_->ranker, clicks);
    world.user = clicks;
    if (held.queries) world.queries = *held.queries;
    if (held.documents)
      world.documents =
          std::make_shared<const std::vector<Index>>(*held.documents);
    world.in_order = split_.in_order;
    return std::make_shared<const Simulation>(std::move(world));
  }

  const Split& split_;
  std::shared_ptr<const Simulation> common_;
  std::map<std::pair<std::size_t, std::size_t>,
           std::shared_ptr<const Simulation>>
      worlds_;
};

bool is_empty(const Holding& held) {
  return held.data->queries() == 0 || (held.queries && held.queries->empty());
}

}  // namespace

Population::Population(const Split& split, std::uint32_t clients,
                       const std::shared_ptr<const Simulation>& world,
                       std::uint32_t interactions) {
  const std::size_t holdings = size_of(split.holdings);
  const std::size_t users = size_of(split.users);
  const std::size_t counts = size_of(split.interactions);
  const std::size_t kinds =
      std::lcm(std::lcm(holdings, split.users_drawn ? 1 : users), counts);
  Worlds worlds(split, world);
  for (std::size_t i = 0; i < std::min<std::size_t>(kinds, clients); ++i) {
    Member member;
    member.interactions = split.interactions.empty()
                              ? interactions
                              : split.interactions[i % counts];
    if (!split.holdings.empty() && is_empty(split.holdings[i % holdings])) {
      member.interactions = 0;
      member.worlds.push_back(world);
    } else if (split.users_drawn) {
      for (std::size_t user = 0; user < users; ++user)
        member.worlds.push_back(worlds.at(i % holdings, user));
    } else {
      member.worlds.push_back(worlds.at(i % holdings, i % users));
    }
    members_.push_back(std::make_shared<const Member>(std::move(member)));
  }
}

void Population::silence(const std::vector<std::uint32_t>& absent,
                         std::uint32_t clients) {
  members_ = hand_out(0, clients);
  for (const std::uint32_t client : absent) {
    Member idle = *members_.at(client);
    idle.interactions = 0;
    members_[client] = std::make_shared<const Member>(std::move(idle));
  }
}

}  // namespace fedltr
