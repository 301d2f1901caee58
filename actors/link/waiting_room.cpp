#include "actors/link/waiting_room.hpp"

#include <tuple>

namespace fedltr {

LinkId WaitingRoom::enter(LinkId link, const std::string& address) {
  const LinkId leaves = waiting_.size() < places_ ? 0 : least_worthy();
  if (waiting_.size() >= places_ && leaves == 0) return link;
  waiting_.erase(leaves);
  waiting_[link] = {address};
  return leaves;
}

/// Returns the connection to replace; 0 if all have shown certificates.
LinkId WaitingRoom::least_worthy() const {
  std::map<std::string, std::size_t> places;
  for (const auto& [link, stranger] : waiting_)
    if (!stranger.proved) ++places[stranger.address];
  LinkId found = 0;
  std::tuple<std::size_t, bool> worst;
  for (const auto& [link, stranger] : waiting_) {
    if (stranger.proved) continue;
    const std::tuple<std::size_t, bool> here{places[stranger.address],
                                             !stranger.spoke};
    if (found != 0 && here <= worst) continue;
    found = link;
    worst = here;
  }
  return found;
}

void WaitingRoom::spoke(LinkId link) {
  const auto found = waiting_.find(link);
  if (found != waiting_.end()) found->second.spoke = true;
}

void WaitingRoom::proved(LinkId link) {
  const auto found = waiting_.find(link);
  if (found != waiting_.end()) found->second.proved = true;
}

}  // namespace fedltr
