#include "actors/members/lead_registry.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace fedltr::members {

LeadRegistry::LeadRegistry(Certify certify, const std::string& run,
                           const VectorView& initial,
                           const std::vector<ModelLink>& history)
    : certify_(std::move(certify)), head_(first_head(run, initial)) {
  for (const ModelLink& link : history) head_ = next_head(head_, link);
}

void LeadRegistry::enter(std::uint32_t member, const std::string& certificate) {
  shown_[member].clear();
  const auto known = certificates_.find(member);
  if (known != certificates_.end()) {
    renewed_[member] = certificate;
    return;
  }
  signers_.insert_or_assign(member, certify_(member, certificate));
  certificates_[member] = certificate;
}

void LeadRegistry::begin_epoch() {
  for (auto& [member, certificate] : std::exchange(renewed_, {})) {
    if (certificates_.at(member) == certificate) continue;
    certificates_[member] = certificate;
    for (auto& [other, shown] : shown_) shown.erase(member);
  }
  signers_.clear();
  for (const auto& [member, certificate] : certificates_) {
    try {
      signers_.insert({member, certify_(member, certificate)});
    } catch (const std::invalid_argument&) {
      // It has expired: its key will be refused.
    }
  }
}

std::map<std::uint32_t, std::string> LeadRegistry::unknown_to(
    std::uint32_t member, const std::vector<std::uint32_t>& of) {
  std::map<std::uint32_t, std::string> unknown;
  for (const std::uint32_t other : of)
    if (other != member && shown_[member].insert(other).second)
      unknown[other] = certificates_.at(other);
  return unknown;
}

ModelLink LeadRegistry::add(std::uint32_t epoch, const VectorView& model) {
  head_ = next_head(head_, {epoch, digest_of_model(model)});
  return head_.last;
}

std::vector<ModelLink> links_from(const std::vector<ModelLink>& history,
                                  std::uint32_t epoch) {
  const auto from =
      std::ranges::lower_bound(history, epoch, {}, &ModelLink::epoch);
  return {from, history.end()};
}

}  // namespace fedltr::members
