// Who takes part in a round, and what it costs their privacy.
#include <algorithm>
#include <numeric>

#include "actors/server.hpp"
#include "algorithms/federation/participation.hpp"

namespace fedltr {

/// Fills `participants` and `queue` for the next round.
void ServerState::choose_participants() {
  queue.clear();
  if (everybody() && !forgetting) {
    for (std::uint32_t i = 0; i < cohorts.size(); ++i) queue.push_back(i);
    totals.clients = plan->clients;
    return;
  }
  const auto chosen = choose(lesson);
  if (plan->unlearning.stores(lesson)) storers[lesson.keeps()] = chosen;
  for (auto& members : participants) members.clear();
  for (const std::uint32_t client : chosen)
    participants[client / kCohortSize].push_back(client);
  for (std::uint32_t i = 0; i < cohorts.size(); ++i)
    if (!participants[i].empty()) queue.push_back(i);
  totals.clients = static_cast<std::uint32_t>(chosen.size());
}

/// Who is to take part in such a round, ascending.
std::vector<std::uint32_t> ServerState::choose(const Lesson& wanted) {
  std::vector<std::uint32_t> chosen;
  if (wanted.task == Task::kAscend) {
    chosen = forgetting->record.clients;
    std::erase_if(chosen, [this](auto client) { return !is_active(client); });
    return chosen;
  }
  if (wanted.task == Task::kLearn) {
    chosen = draw(wanted.draws);
  } else if (const auto known = storers.find(wanted.stored);
             known != storers.end()) {
    chosen = known->second;
  } else {
    chosen = everybody_active();
  }
  if (forgetting)
    std::erase_if(chosen, [this](std::uint32_t client) {
      return !is_active(client) ||
             std::ranges::binary_search(forgetting->record.clients, client);
    });
  return chosen;
}

/// A share of those that are active.
std::vector<std::uint32_t> ServerState::draw(std::uint32_t number) const {
  Rng rng(plan->seed, Purpose::kParticipation, 0, number);
  const auto count =
      all_active ? plan->clients : static_cast<std::uint32_t>(active.size());
  if (count == 0) return {};
  auto chosen = draw_participants(count, plan->participation, rng);
  if (!all_active)
    for (std::uint32_t& place : chosen) place = active[place];
  return chosen;
}

bool ServerState::is_active(std::uint32_t client) const {
  return all_active || std::ranges::binary_search(active, client);
}

std::vector<std::uint32_t> ServerState::everybody_active() const {
  if (!all_active) return active;
  std::vector<std::uint32_t> all(plan->clients);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

/// Charges the next round to who takes part. What is sent again has been
/// charged already.
/// @return  rounds of the client with the most
std::uint64_t ServerState::charge_round() {
  if (lesson.task == Task::kRecall) return most_rounds;
  if (everybody() && !forgetting) return most_rounds + 1;
  std::uint64_t most = most_rounds;
  rounds_of.resize(plan->clients, most_rounds);
  for (const auto& members : participants)
    for (const std::uint32_t client : members)
      most = std::max<std::uint64_t>(most, ++rounds_of[client]);
  return most;
}

}  // namespace fedltr
