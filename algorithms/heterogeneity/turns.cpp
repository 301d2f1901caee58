#include "algorithms/heterogeneity/turns.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "algorithms/core/require.hpp"

namespace fedltr {

Turns::Turns(std::vector<Clients> rounds) : rounds_(std::move(rounds)) {
  require(!rounds_.empty(), "turns need a round");
  for (std::size_t round = 0; round < rounds_.size(); ++round)
    for (const std::uint32_t client : rounds_[round]) {
      if (client >= by_client_.size()) by_client_.resize(client + 1);
      by_client_[client].push_back(round);
    }
}

std::uint64_t Turns::before(std::uint32_t client, std::uint64_t round) const {
  if (client >= by_client_.size()) return 0;
  const auto& own = by_client_[client];
  return static_cast<std::uint64_t>(
      std::ranges::lower_bound(own, round % rounds_.size()) - own.begin());
}

Turns turns_by_time(std::span<const std::vector<std::size_t>> places,
                    std::size_t searches, std::size_t clients) {
  using End = std::pair<std::size_t, std::uint32_t>;  // of a turn; client
  std::vector<std::size_t> taken(places.size());
  std::set<End> next;  // at most one for each client
  const auto offer = [&](std::uint32_t client) {
    const std::size_t last = (taken[client] + 1) * searches;
    if (last <= places[client].size())
      next.emplace(places[client][last - 1], client);
  };
  for (std::uint32_t client = 0; client < places.size(); ++client)
    offer(client);
  std::vector<Turns::Clients> rounds;
  while (next.size() >= clients) {
    Turns::Clients round;
    for (std::size_t i = 0; i < clients; ++i)
      round.push_back(next.extract(next.begin()).value().second);
    for (const std::uint32_t client : round) {
      ++taken[client];
      offer(client);
    }
    std::ranges::sort(round);
    rounds.push_back(std::move(round));
  }
  require(!rounds.empty(),
          "heterogeneity.turns = by-time: a round takes " +
              std::to_string(clients) + " of the clients, with " +
              std::to_string(searches) +
              " searches each (federation.participation, "
              "federation.interactions), but the log has fewer");
  return Turns(std::move(rounds));
}

}  // namespace fedltr
