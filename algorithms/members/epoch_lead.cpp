#include "algorithms/members/epoch_lead.hpp"

#include <stdexcept>
#include <utility>

#include "algorithms/core/hash.hpp"

namespace fedltr {
namespace {

/// Returns the seed of the graph of neighbours.
std::uint64_t graph_seed(const std::map<std::uint32_t, std::string>& keys,
                         const Bits& bits) {
  std::uint64_t seed = bits ? bits() : 0;
  for (const auto& [member, key] : keys) seed = hash_of(key, seed);
  return seed;
}

}  // namespace

EpochLead::EpochLead(std::uint32_t number, std::uint32_t words,
                     Tolerance tolerance, Bits bits,
                     std::optional<EpochCheck> check)
    : number_(number),
      words_(words),
      tolerance_(tolerance),
      bits_(std::move(bits)),
      check_(std::move(check)) {}

std::optional<std::string> EpochLead::letter(std::uint32_t member) const {
  if (stage_ == SecureStage::kKeys) return check_ ? check_->start() : "";
  if (!awaited_.contains(member)) return std::nullopt;
  if (stage_ == SecureStage::kAgreement)
    return round_->letter(SecureStage::kOpening, member);
  if (check_ && stage_ == SecureStage::kOpening)
    return check_->views_for(member);
  std::string letter = round_->letter(stage_, member);
  if (check_ && stage_ == SecureStage::kShares)
    return check_->signed_letter(letter);
  return letter;
}

void EpochLead::restart(std::uint32_t member) {
  if (stage_ == SecureStage::kKeys) {
    keys_.erase(member);
    bad_keys_.erase(member);
    if (check_) check_->forget(member);
  } else if (!answered_.contains(member)) {
    awaited_.erase(member);
  }
}

bool EpochLead::awaits(std::uint32_t member) const {
  return stage_ == SecureStage::kKeys
             ? !keys_.contains(member) && !bad_keys_.contains(member)
             : awaited_.contains(member) && !answered_.contains(member);
}

std::uint32_t EpochLead::answered() const {
  return static_cast<std::uint32_t>(
      stage_ == SecureStage::kKeys ? keys_.size() : answered_.size());
}

bool EpochLead::complete() const {
  return stage_ != SecureStage::kKeys && answered_.size() == awaited_.size();
}

/// Takes a key; without signatures it is checked when all have come.
void EpochLead::accept_key(std::uint32_t member, std::string_view bytes) {
  if (!check_) {
    keys_.emplace(member, bytes);
    return;
  }
  std::string why = check_->accept_key(member, bytes);
  if (why.empty())
    keys_.emplace(member, check_->key_of(member));
  else
    bad_keys_.emplace(member, std::move(why));
}

std::string EpochLead::accept(std::uint32_t member, std::string_view bytes) {
  if (!awaits(member)) return "it has answered, or was not asked";
  if (stage_ == SecureStage::kKeys) {
    accept_key(member, bytes);
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
  } else if (stage_ == SecureStage::kAgreement) {
    refusal = check_->accept_view(member, bytes);
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
  if (check_ && stage_ == SecureStage::kOpening) {
    for (const auto& [member, view] : check_->views()) awaited_.insert(member);
    return;
  }
  const SecureStage shown =
      stage_ == SecureStage::kAgreement ? SecureStage::kOpening : stage_;
  for (const std::uint32_t member : members_)
    if (!round_->letter(shown, member).empty()) awaited_.insert(member);
}

std::string EpochLead::end_keys() {
  for (const auto& [member, key] : keys_) members_.push_back(member);
  if (members_.size() < 3)
    return std::to_string(members_.size()) +
           " members sent a key, and a sum needs three";
  if (check_)
    if (auto lost = lack_of(members_.size(), "sent a key"); !lost.empty())
      return lost;
  try {
    round_.emplace(members_, words_, tolerance_,
                   graph_labels(graph_seed(keys_, bits_), number_, members_));
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
  if (check_) check_->end_masks(sharers_, survivors_);
  return round_->shortfall();
}

/// @return  reason if the level of lies needs more members, else empty
std::string EpochLead::lack_of(std::size_t members, const char* what) const {
  const std::uint32_t least = least_equal(tolerance_);
  if (members >= least) return {};
  return std::to_string(members) + " members " + what +
         ", and members.level = lying needs " + std::to_string(least);
}

std::string EpochLead::end_agreement() const {
  return lack_of(check_->views().size(), "have the same view of it");
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
      sharers_ = {answered_.begin(), answered_.end()};
      stage_ = SecureStage::kMasks;
      break;
    case SecureStage::kMasks:
      lost = end_masks();
      stage_ = check_ ? SecureStage::kAgreement : SecureStage::kOpening;
      break;
    case SecureStage::kAgreement:
      lost = end_agreement();
      stage_ = SecureStage::kOpening;
      break;
    case SecureStage::kOpening:
      return end_opening();
  }
  if (lost.empty()) expect_answers();
  return lost;
}

}  // namespace fedltr
