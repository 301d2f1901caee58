#include "algorithms/members/grouped_lead.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/core/require.hpp"
#include "algorithms/silo/simulated_bits.hpp"

namespace fedltr {
namespace {

bool is_lost(const EpochGroup& group) {
  return !group.lost.empty();
}

/// Returns the lists of all groups as one, ascending.
std::vector<std::uint32_t> of_all(
    const std::vector<EpochGroup>& groups,
    const std::vector<std::uint32_t>& (EpochLead::*list)() const) {
  std::vector<std::uint32_t> all;
  for (const EpochGroup& group : groups) {
    const auto& some = (group.lead.*list)();
    all.insert(all.end(), some.begin(), some.end());
  }
  std::ranges::sort(all);
  return all;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> deal_groups(
    const std::vector<std::uint32_t>& members, std::uint32_t groups,
    const Bits& bits) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
  order.reserve(members.size());
  for (const std::uint32_t member : members) order.emplace_back(bits(), member);
  std::ranges::sort(order);
  std::vector<std::vector<std::uint32_t>> dealt(groups);
  for (std::size_t i = 0; i < order.size(); ++i)
    dealt[i % groups].push_back(order[i].second);
  for (auto& group : dealt) std::ranges::sort(group);
  return dealt;
}

std::function<Bits(std::uint32_t)> simulated_draw(std::uint64_t seed) {
  return [seed](std::uint32_t epoch) {
    return simulated_bits(seed, Purpose::kSecureGraph, 0, epoch);
  };
}

GroupedLead::GroupedLead(std::uint32_t number, std::uint32_t words,
                         const Tolerance& tolerance, Bits bits,
                         std::optional<EpochCheck> check)
    : number_(number),
      words_(words),
      tolerance_(tolerance),
      bits_(std::move(bits)) {
  require(tolerance.groups == 1 || !check, "signed epochs have one group");
  if (tolerance.groups == 1)
    groups_.push_back(
        {EpochLead(number, words, tolerance, bits_, std::move(check)), {}});
}

const EpochGroup* GroupedLead::group_of(std::uint32_t member) const {
  if (tolerance_.groups == 1) return groups_.data();
  const auto found = group_.find(member);
  return found == group_.end() ? nullptr : &groups_[found->second];
}

EpochGroup* GroupedLead::group_of(std::uint32_t member) {
  return const_cast<EpochGroup*>(std::as_const(*this).group_of(member));
}

SecureStage GroupedLead::stage() const {
  if (groups_.empty()) return SecureStage::kKeys;
  const auto found = std::ranges::find_if_not(groups_, is_lost);
  return (found == groups_.end() ? groups_.front() : *found).lead.stage();
}

std::optional<std::string> GroupedLead::letter(std::uint32_t member) const {
  if (groups_.empty()) return "";
  const EpochGroup* const group = group_of(member);
  if (!group || is_lost(*group)) return std::nullopt;
  return group->lead.letter(member);
}

std::string GroupedLead::accept(std::uint32_t member, std::string_view bytes) {
  if (!awaits(member)) return "it has answered, or was not asked";
  if (!groups_.empty()) return group_of(member)->lead.accept(member, bytes);
  keys_.emplace(member, bytes);
  return {};
}

void GroupedLead::restart(std::uint32_t member) {
  keys_.erase(member);
  if (EpochGroup* const group = group_of(member)) group->lead.restart(member);
}

bool GroupedLead::awaits(std::uint32_t member) const {
  if (groups_.empty()) return !keys_.contains(member);
  const EpochGroup* const group = group_of(member);
  return group && !is_lost(*group) && group->lead.awaits(member);
}

std::uint32_t GroupedLead::answered() const {
  auto count = static_cast<std::uint32_t>(keys_.size());
  for (const EpochGroup& group : groups_)
    if (!is_lost(group)) count += group.lead.answered();
  return count;
}

bool GroupedLead::complete() const {
  return !groups_.empty() &&
         std::ranges::all_of(groups_, [](const EpochGroup& group) {
           return is_lost(group) || group.lead.complete();
         });
}

/// Draws the groups, and hands each the keys of its members.
void GroupedLead::deal() {
  std::vector<std::uint32_t> members;
  for (const auto& [member, key] : keys_) members.push_back(member);
  for (const auto& dealt : deal_groups(members, tolerance_.groups, bits_)) {
    EpochGroup group{EpochLead(number_, words_, tolerance_, bits_), {}};
    for (const std::uint32_t member : dealt) {
      group.lead.accept(member, keys_.at(member));
      group_[member] = groups_.size();
    }
    groups_.push_back(std::move(group));
  }
  keys_.clear();
}

std::string GroupedLead::end_stage() {
  if (groups_.empty()) deal();
  bool all_lost = true;
  for (EpochGroup& group : groups_) {
    if (!is_lost(group)) group.lost = group.lead.end_stage();
    all_lost &= is_lost(group);
  }
  return all_lost ? groups_.front().lost : std::string();
}

bool GroupedLead::opened() const {
  return std::ranges::any_of(
      groups_, [](const EpochGroup& group) { return group.lead.opened(); });
}

std::vector<std::uint32_t> GroupedLead::members() const {
  return of_all(groups_, &EpochLead::members);
}

std::vector<std::uint32_t> GroupedLead::survivors() const {
  return of_all(groups_, &EpochLead::survivors);
}

std::map<std::uint32_t, std::string> GroupedLead::bad_keys() const {
  std::map<std::uint32_t, std::string> all;
  for (const EpochGroup& group : groups_)
    all.insert(group.lead.bad_keys().begin(), group.lead.bad_keys().end());
  return all;
}

}  // namespace fedltr
