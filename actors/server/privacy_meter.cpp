#include "actors/server/privacy_meter.hpp"

#include <algorithm>

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
    most = std::max<std::uint64_t>(most, rounds_[client] + 1);
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
  rounds_.resize(clients_, static_cast<std::uint32_t>(max_rounds_));
}

std::uint64_t PrivacyMeter::rounds(std::uint32_t client) const {
  return rounds_.empty() ? max_rounds_ : rounds_[client];
}

void PrivacyMeter::exchange(Archive& archive) {
  std::uint64_t most = closed_max_.value_or(max_rounds_);
  std::vector<std::uint32_t> closed = rounds_;
  for (const std::uint32_t client : open_) --closed[client];
  archive(most, closed);
  archive.expect(closed.empty() || closed.size() == clients_,
                 "it is of other clients");
  if (!archive.reading()) return;
  max_rounds_ = most;
  rounds_ = std::move(closed);
  close_round();
}

}  // namespace fedltr
