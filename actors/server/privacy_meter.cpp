#include "actors/server/privacy_meter.hpp"

#include <algorithm>
#include <map>

#include "algorithms/core/archive.hpp"

namespace fedltr {

bool PrivacyMeter::charge_all() {
  open_.clear();
  return admit(max_rounds_ + 1);
}

bool PrivacyMeter::charge(std::vector<std::uint32_t> clients) {
  if (!clients.empty()) count_each();
  std::uint64_t most = max_rounds_;
  for (const std::uint32_t client : clients)
    most = std::max(most, rounds(client) + 1);
  if (!admit(most)) return false;
  for (const std::uint32_t client : clients) ++rounds_[client];
  open_ = std::move(clients);
  return true;
}

bool PrivacyMeter::admit(std::uint64_t max_rounds) {
  closed_max_ = max_rounds_;
  if (epsilon(max_rounds) > spec_->budget) return false;
  max_rounds_ = max_rounds;
  return true;
}

double PrivacyMeter::epsilon(std::uint64_t rounds) const {
  if (rounds != last_.first) last_ = {rounds, spec_->after(rounds).best()};
  return last_.second;
}

void PrivacyMeter::close_round() {
  closed_max_.reset();
  open_.clear();
}

void PrivacyMeter::count_each() {
  if (each_) return;
  each_ = true;
  common_ = max_rounds_;
}

std::uint64_t PrivacyMeter::rounds(std::uint32_t client) const {
  if (!each_) return max_rounds_;
  const auto found = rounds_.find(client);
  return common_ + (found == rounds_.end() ? 0 : found->second);
}

void PrivacyMeter::exchange(Archive& archive) {
  std::uint64_t most = closed_max_.value_or(max_rounds_);
  std::uint32_t clients = clients_;
  std::map<std::uint32_t, std::uint32_t> closed(rounds_.begin(), rounds_.end());
  for (const std::uint32_t client : open_)
    if (--closed[client] == 0) closed.erase(client);
  archive(most, clients, each_, common_, closed);
  archive.expect(clients == clients_ &&
                     (closed.empty() || closed.rbegin()->first < clients_),
                 "it is of other clients");
  if (!archive.reading()) return;
  max_rounds_ = most;
  rounds_ = {closed.begin(), closed.end()};
  close_round();
}

}  // namespace fedltr
