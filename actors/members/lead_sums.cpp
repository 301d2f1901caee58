#include <stdexcept>

#include <spdlog/spdlog.h>

#include "actors/members/lead.hpp"
#include "algorithms/members/repeaters.hpp"

namespace fedltr::members {

/// Leaves members out whose groups were hit too often.
void LeadActor::leave_out(const GroupSums& sums) {
  LeadState& state = place_.state;
  spdlog::warn("epoch {}: {} of {} sums are discarded: a member lies",
               record_.epoch, sums.discarded, record_.groups);
  add_evidence(state.evidence, place_.plan.names.size(), sums.hit, sums.judged);
  for (const std::uint32_t member : find_repeaters(state.evidence)) {
    if (state.is_out(member)) continue;
    state.left_out.push_back(member);
    record_.left_out.push_back(member);
    here_.erase(member);
    spdlog::warn("{} is left out: its groups were discarded too often",
                 name_of(member));
  }
}

/// Takes the sums of all groups.
/// @return  reason if they are of no use, else empty
std::string LeadActor::take_sums() {
  const bool learns = record_.kind == EpochKind::kLearning;
  const MembersPlan& plan = place_.plan;
  const GroupSums sums =
      add_groups(*epoch_, plan.code_of(record_.kind), plan.tolerance,
                 plan.units_of(record_.kind), learns);
  record_.survivors = sums.members;
  record_.discarded = sums.discarded;
  for (const EpochGroup& group : epoch_->groups())
    if (!group.lost.empty())
      spdlog::warn("epoch {}: a group of {} is lost: {}", record_.epoch,
                   group.lead.members().size(), loss_of(group));
  if (sums.discarded > 0) leave_out(sums);
  if (!sums.members.empty()) return take(sums);
  if (learns) ++place_.state.opened;  // open, charged, and of no use
  return "each sum is longer than honest parts add up to: a member lies";
}

/// Adds the sum, divided, to the model, or its metric to the curve.
/// @return  reason if it is of no use, else empty
std::string LeadActor::take(const GroupSums& sums) try {
  LeadState& state = place_.state;
  const auto members = static_cast<std::uint32_t>(sums.members.size());
  const EpochCode& code = place_.plan.code_of(record_.kind);
  if (is_comparison()) {
    compare(sums.total, members);
    return {};
  }
  if (record_.kind == EpochKind::kEvaluation) {
    HeldOutPoint point = held_out_point(sums.total, code.multiplier);
    point.opened = state.opened;
    point.members = members;
    state.curve.push_back(point);
    return {};
  }
  const double divisor = place_.plan.divisor > 0 ? place_.plan.divisor
                                                 : static_cast<double>(members);
  state.model += sums.total / divisor;
  ++state.opened;
  state.measured = false;
  if (registry_)
    state.history.push_back(registry_->add(record_.epoch, state.model));
  return {};
} catch (const std::invalid_argument& error) {
  return error.what();
}

/// Adds the preferences of an opened sum, which may decide the comparison.
void LeadActor::compare(const Vector& sum, std::uint32_t members) {
  LeadState& state = place_.state;
  const double noise = members * place_.plan.exam.variance(honest_members(
                                     record_.members, place_.plan.tolerance));
  state.curve.push_back(state.comparison.add(record_.epoch, sum, noise,
                                             state.opened, state.model));
  state.curve.back().members = members;
}

}  // namespace fedltr::members
