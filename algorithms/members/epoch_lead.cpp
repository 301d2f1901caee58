#include "algorithms/members/epoch_lead.hpp"

#include <stdexcept>
#include <utility>

#include "algorithms/core/hash.hpp"

namespace fedltr {
namespace {

/// Returns the seed of the graph of neighbours. It is known only when all keys
/// have come, so members that collude can't choose their places.
std::uint64_t graph_seed(const std::map<std::uint32_t, std::string>& keys) {
  std::uint64_t seed = 0;
  for (const auto& [member, key] : keys) seed = hash_of(key, seed);
  return seed;
}

}  // namespace

EpochLead::EpochLead(std::uint32_t number, std::uint32_t words,
                     Tolerance tolerance)
    : number_(number), words_(words), tolerance_(tolerance) {}

std::optional<std::string> EpochLead::letter(std::uint32_t member) const {
  if (stage_ == SecureStage::kKeys) return "";
  if (!awaited_.contains(member)) return std::nullopt;
  return round_->letter(stage_, member);
}

void EpochLead::restart(std::uint32_t member) {
  if (stage_ == SecureStage::kKeys)
    keys_.erase(member);
  else if (!answered_.contains(member))
    awaited_.erase(member);
}

bool EpochLead::awaits(std::uint32_t member) const {
  return stage_ == SecureStage::kKeys
             ? !keys_.contains(member)
             : awaited_.contains(member) && !answered_.contains(member);
}

std::uint32_t EpochLead::answered() const {
  return static_cast<std::uint32_t>(
      stage_ == SecureStage::kKeys ? keys_.size() : answered_.size());
}

bool EpochLead::complete() const {
  return stage_ != SecureStage::kKeys && answered_.size() == awaited_.size();
}

std::string EpochLead::accept(std::uint32_t member, std::string_view bytes) {
  if (!awaits(member)) return "it has answered, or was not asked";
  if (stage_ == SecureStage::kKeys) {
    keys_.emplace(member, bytes);
    return {};
  }
  std::string refusal;
  if (stage_ == SecureStage::kMasks) {
    try {
      refusal =
          round_->add({member}, read_letter<std::vector<std::uint64_t>>(bytes));
    } catch (const ArchiveError& error) {
      refusal = error.what();
    }
  } else {
    refusal = round_->accept(stage_, member, bytes);
  }
  if (!refusal.empty()) {
    // It has dropped out; opened shares may be good in part.
    if (stage_ == SecureStage::kOpening)
      answered_.insert(member);
    else
      awaited_.erase(member);
    return refusal;
  }
  if (stage_ == SecureStage::kMasks) survivors_.push_back(member);
  answered_.insert(member);
  return {};
}

/// Awaits an answer of each member that has a message of this stage.
void EpochLead::expect_answers() {
  awaited_.clear();
  answered_.clear();
  for (const std::uint32_t member : members_)
    if (!round_->letter(stage_, member).empty()) awaited_.insert(member);
}

std::string EpochLead::end_keys() {
  for (const auto& [member, key] : keys_) members_.push_back(member);
  if (members_.size() < 3)
    return std::to_string(members_.size()) +
           " members sent a key, and a sum needs three";
  try {
    round_.emplace(members_, words_, tolerance_,
                   graph_labels(graph_seed(keys_), number_, members_));
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  for (const auto& [member, key] : keys_)
    if (auto why = round_->accept(SecureStage::kKeys, member, key);
        !why.empty())
      bad_keys_.emplace(member, std::move(why));
  return {};
}

std::string EpochLead::end_masks() {
  survivors_ = {answered_.begin(), answered_.end()};
  return round_->shortfall();
}

std::string EpochLead::end_opening() {
  auto words = round_->unmask();
  if (!words) {
    unrecovered_ = round_->unrecovered();
    return words.refusal;
  }
  sum_ = std::move(*words.value);
  return {};
}

std::string EpochLead::end_stage() {
  std::string lost;
  switch (stage_) {
    case SecureStage::kKeys:
      lost = end_keys();
      stage_ = SecureStage::kShares;
      break;
    case SecureStage::kShares:
      stage_ = SecureStage::kMasks;
      break;
    case SecureStage::kMasks:
      lost = end_masks();
      stage_ = SecureStage::kOpening;
      break;
    case SecureStage::kOpening:
      return end_opening();
  }
  if (lost.empty()) expect_answers();
  return lost;
}

}  // namespace fedltr
