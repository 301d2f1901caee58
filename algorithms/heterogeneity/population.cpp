#include "algorithms/heterogeneity/population.hpp"

#include <algorithm>
#include <map>

namespace fedltr {
namespace {

/// Worlds by their parts, so that equal clients share one.
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
    world.list = common_->list;
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
  const auto kinds = static_cast<std::uint32_t>(
      std::min<std::size_t>(period_of(split), clients));
  Worlds worlds(split, world);
  for (std::uint32_t i = 0; i < kinds; ++i) {
    const SplitPlaces places = places_of(split, i);
    Member member;
    member.turns = split.turns;
    member.interactions = split.interactions.empty()
                              ? interactions
                              : split.interactions[places.interactions];
    if (!split.holdings.empty() && is_empty(split.holdings[places.holding])) {
      member.interactions = 0;
      member.worlds.push_back(world);
    } else if (split.users_drawn) {
      for (std::size_t user = 0; user < split.users.size(); ++user)
        member.worlds.push_back(worlds.at(places.holding, user));
    } else {
      member.worlds.push_back(worlds.at(places.holding, places.user));
    }
    members_.push_back(std::make_shared<const Member>(std::move(member)));
  }
}

void Population::silence(const std::vector<std::uint32_t>& absent) {
  for (const std::uint32_t client : absent) {
    Member idle = *at(client);
    idle.interactions = 0;
    others_[client] = std::make_shared<const Member>(std::move(idle));
  }
}

void Population::forget(std::uint32_t client, std::uint32_t clients) {
  others_[client] = nullptr;
  const auto kinds = static_cast<std::uint32_t>(members_.size());
  for (std::uint32_t same = client % kinds; same < clients; same += kinds)
    if (!others_.contains(same)) return;
  members_[client % kinds] = nullptr;
}

Population Population::part(std::uint32_t first, std::uint32_t end) const {
  Population part;
  const std::size_t kinds = std::min<std::size_t>(members_.size(), end - first);
  for (std::size_t i = 0; i < kinds; ++i)
    part.members_.push_back(members_[(first + i) % members_.size()]);
  for (auto other = others_.lower_bound(first);
       other != others_.end() && other->first < end; ++other)
    part.others_[other->first - first] = other->second;
  return part;
}

std::vector<std::uint32_t> Population::idle(std::uint32_t clients) const {
  std::vector<std::uint32_t> found;
  for (std::size_t kind = 0; kind < members_.size(); ++kind)
    if (members_[kind]->interactions == 0)
      for (std::size_t client = kind; client < clients;
           client += members_.size())
        found.push_back(static_cast<std::uint32_t>(client));
  for (const auto& [client, member] : others_) found.push_back(client);
  std::ranges::sort(found);
  const auto again = std::ranges::unique(found);
  found.erase(again.begin(), again.end());
  std::erase_if(found, [this](std::uint32_t client) {
    return at(client)->interactions > 0;
  });
  return found;
}

std::vector<std::uint32_t> Population::interactions(
    std::uint32_t clients) const {
  const std::size_t size = others_.empty()
                               ? std::min<std::size_t>(members_.size(), clients)
                               : clients;
  std::vector<std::uint32_t> all(size);
  for (std::size_t i = 0; i < size; ++i)
    all[i] = at(static_cast<std::uint32_t>(i))->interactions;
  return all;
}

std::shared_ptr<const Turns> Population::turns() const {
  for (const auto& member : members_)
    if (member) return member->turns;
  return nullptr;
}

}  // namespace fedltr
