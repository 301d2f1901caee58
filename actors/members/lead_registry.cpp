#include "actors/members/lead_registry.hpp"

#include <algorithm>
#include <utility>

namespace fedltr::members {

LeadRegistry::LeadRegistry(Certifier certifier, const std::string& run,
                           const VectorView& initial,
                           const std::vector<ModelLink>& history)
    : certifier_(std::move(certifier)), head_(first_head(run, initial)) {
  for (const ModelLink& link : history) head_ = next_head(head_, link);
}

void LeadRegistry::enter(std::uint32_t member, const std::string& certificate) {
  shown_[member].clear();
  Shown taken{certificate, certifier_.certify(member, certificate)};
  if (certificates_.contains(member)) {
    renewed_.insert_or_assign(member, std::move(taken));
    return;
  }
  admit(member, taken.certified);
  certificates_.insert({member, std::move(taken)});
}

/// Lets a member's key into the open epoch, unless its certificate is not
/// valid. @return  reason
std::string LeadRegistry::admit(std::uint32_t member,
                                const Certified& certified) {
  std::string fault = fault_of(certified, start_.time, revoked_);
  if (fault.empty()) signers_.insert_or_assign(member, certified.key);
  return fault;
}

std::map<std::uint32_t, std::string> LeadRegistry::begin_epoch() {
  for (auto& [member, renewed] : std::exchange(renewed_, {})) {
    Shown& known = certificates_.at(member);
    if (known.text == renewed.text) continue;
    known = std::move(renewed);
    for (auto& [other, shown] : shown_) shown.erase(member);
  }
  EpochStart start = certifier_.start();
  revoked_ = certifier_.serials(start.revoked);
  start_ = std::move(start);
  signers_.clear();
  std::map<std::uint32_t, std::string> faults;
  for (const auto& [member, known] : certificates_)
    if (std::string fault = admit(member, known.certified); !fault.empty())
      faults.emplace(member, std::move(fault));
  std::map<std::uint32_t, std::string> fresh = faults;
  std::erase_if(fresh, [this](const auto& each) {
    const auto known = faults_.find(each.first);
    return known != faults_.end() && known->second == each.second;
  });
  faults_ = std::move(faults);
  return fresh;
}

std::map<std::uint32_t, std::string> LeadRegistry::unknown_to(
    std::uint32_t member, const std::vector<std::uint32_t>& of) {
  std::map<std::uint32_t, std::string> unknown;
  for (const std::uint32_t other : of)
    if (other != member && shown_[member].insert(other).second)
      unknown[other] = certificates_.at(other).text;
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
