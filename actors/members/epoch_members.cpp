#include <algorithm>
#include <cmath>
#include <utility>

#include "actors/members/members_plan.hpp"
#include "algorithms/core/math.hpp"
#include "algorithms/members/preference_exam.hpp"

namespace fedltr::members {
namespace {

/// Makes a member's part in comparisons.
PreferenceExam preference_exam(const MembersPlan& plan, std::uint32_t member,
                               const std::shared_ptr<const Dataset>& rows,
                               const std::shared_ptr<SearchSource>& searches,
                               std::shared_ptr<const MemberTrial> trial) {
  PreferenceTerms terms{plan.comparing, plan.one_each, plan.exam.step(), 0};
  // As many as real users make from one evaluation to the next.
  terms.searches = static_cast<Index>(std::ceil(share_of(
      plan.comparing.share,
      static_cast<double>(plan.training.clicks->searches) * plan.evaluate)));
  return {terms, plan.training, rows, member, searches, std::move(trial)};
}

}  // namespace

EpochMember make_epoch_member(const MembersPlan& plan, std::uint32_t member,
                              const std::shared_ptr<const Dataset>& rows,
                              const std::shared_ptr<const Evaluation>& held_out,
                              MemberSecrets secrets,
                              std::shared_ptr<SearchSource> searches,
                              std::shared_ptr<WaryMember> wary,
                              std::shared_ptr<MemberTrial> trial) {
  const MemberLearner learner(plan.training, rows, member, searches);
  const double lie = member < plan.liars.count ? plan.liars.length : 0;
  EpochWork learning{plan.code,
                     [learner, lie = lie * plan.code.clip](
                         std::uint32_t epoch, const VectorView& model) {
                       Vector part = learner.part(epoch, model);
                       if (lie > 0 && part.norm() > 0)
                         part *= -lie / part.norm();
                       return part;
                     }};
  EpochWork evaluation{plan.exam, nullptr};
  if (plan.comparing.on())
    evaluation.part = [exam = preference_exam(plan, member, rows, searches,
                                              std::move(trial))](
                          std::uint32_t epoch, const VectorView& model) {
      return exam.part(epoch, model);
    };
  else if (plan.evaluate > 0)
    evaluation.part =
        [exam = HeldOutExam(held_out, {plan.one_each, plan.exam.step()})](
            std::uint32_t, const VectorView& model) {
          return exam.part(model);
        };
  return EpochMember(member, static_cast<std::uint32_t>(plan.names.size()),
                     {std::move(learning), std::move(evaluation)},
                     plan.tolerance, std::move(secrets), std::move(wary));
}

std::shared_ptr<MemberTrial> make_trial(const MembersPlan& plan) {
  return plan.comparing.on() ? std::make_shared<MemberTrial>() : nullptr;
}

std::shared_ptr<WaryMember> make_wary(const MembersPlan& plan,
                                      std::uint32_t member, MemberProof proof) {
  return std::make_shared<WaryMember>(member, plan.names, plan.tolerance,
                                      plan.initial, std::move(proof));
}

bool LeadState::is_out(std::uint32_t member) const {
  return std::ranges::count(left, member) > 0 ||
         std::ranges::count(left_out, member) > 0;
}

std::string too_few_stay(const MembersPlan& plan, const LeadState& state) {
  if (state.left.empty() && state.left_out.empty()) return {};
  std::string names;
  std::uint32_t stay = 0;
  for (std::uint32_t i = 0; i < plan.names.size(); ++i) {
    if (state.is_out(i)) continue;
    names += (stay++ == 0 ? "" : ", ") + plan.names[i];
  }
  const std::string who =
      std::to_string(stay) + " members have not left (" + names + ")";
  if (stay < kLeastMembers) return who + ", and a sum needs three";
  if (stay < plan.least_members())
    return who + ", and " +
           (plan.tolerance.lies
                ? "members.level = lying needs "
                : std::to_string(plan.tolerance.groups) + " groups need ") +
           std::to_string(plan.least_members());
  try {
    choose_neighbourhood(plan.group_of(stay), plan.tolerance);
  } catch (const std::invalid_argument& error) {
    return who + ": " + error.what();
  }
  return {};
}

}  // namespace fedltr::members
