#include "app/deploy/disclosed_noise.hpp"

#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "app/plan/members_plan.hpp"

namespace fedltr {
namespace {

/// Describes the price of an evaluation; empty if there are none.
std::string of_exam_noise(const MembersAgreement& agreement) {
  const auto& plan = agreement.plan;
  if (plan.evaluate == 0) return {};
  const auto all = static_cast<std::uint32_t>(plan.names.size());
  const std::uint32_t honest =
      honest_members(plan.group_of(all), plan.tolerance);
  const double deviation = plan.exam.step() *
                           static_cast<double>(plan.exam.spread(honest)) *
                           std::sqrt(all);
  return fmt::format(
      "- an evaluation: {:.4g}; the noise in its mean has a deviation of "
      "{:.2g} "
      "over the number of {}\n",
      agreement.epsilon(agreement.cost(EpochKind::kEvaluation)), deviation,
      plan.one_each         ? "members"
      : plan.comparing.on() ? "users"
                            : "queries");
}

/// Describes the epochs of the ledger that had no noise; empty if there are
/// none.
std::string of_unbounded(const MemberSpent& spent) {
  if (spent.unbounded == 0) return {};
  return fmt::format(
      "Epochs without noise over its life, by the ledger: {}. No epsilon "
      "bounds what they reveal.\n",
      spent.unbounded);
}

/// Describes the epsilon of what is more than one unit, or has less noise.
std::string of_worse(const MembersAgreement& agreement, double mu_squared) {
  const auto& plan = agreement.plan;
  const PrivacyUnit unit = agreement.scenario.members.unit;
  const char* const twice =
      unit == PrivacyUnit::kUser ? "- a person with two names, or two members"
      : unit == PrivacyUnit::kQuery ? "- two queries of one person"
                                    : nullptr;
  const auto all = static_cast<std::uint32_t>(plan.names.size());
  const double shares = honest_members(plan.group_of(all), plan.tolerance);
  return (twice ? fmt::format("{}, in a period: {:.4g}\n", twice,
                              agreement.epsilon(4 * mu_squared))
                : "") +
         fmt::format(
             "- if all others collude, or this member's part is opened alone: "
             "only its own share of the noise counts, in a period: {:.4g}\n",
             agreement.epsilon(shares * mu_squared));
}

}  // namespace

std::string disclosed_noise(const MembersAgreement& agreement,
                            const MemberSpent& spent) {
  const MembersSettings& members = agreement.scenario.members;
  if (members.epsilon == 0)
    return fmt::format(
        "Noise: none (members.epsilon = 0). A sum and the model may reveal "
        "what single rows hold; no epsilon bounds it.\n{}",
        of_unbounded(spent));
  const double cost = agreement.cost();
  const auto period = epochs_of_period(agreement.scenario);
  return fmt::format(
      "Noise: epsilon of one {} at delta {:g}, all members present:\n\n"
      "- an epoch: {:.4g}\n"
      "{}"
      "- a period of {} epochs: {:.4g}\n"
      "- all {} epochs: {:.4g}\n"
      "{}"
      "- spent before, by the ledger: {:.4g} in the current period, {:.4g} "
      "over "
      "its life\n\n"
      "An epoch is charged before anything of it leaves, opened or not; once "
      "the period's budget is spent, this member takes no further part: it "
      "ends with exit code 5, or, with --agent, ranks on until there is "
      "room.\n{}",
      name_of(members.unit), members.delta, agreement.epsilon(cost),
      of_exam_noise(agreement), period,
      agreement.epsilon(
          mu_squared_of_period(agreement.scenario, agreement.plan)),
      members.epochs,
      agreement.epsilon(agreement.cost_of(
          members.epochs + agreement.plan.exams(), agreement.plan.exams())),
      of_worse(agreement,
               mu_squared_of_period(agreement.scenario, agreement.plan)),
      agreement.epsilon(spent.period), agreement.epsilon(spent.life),
      of_unbounded(spent));
}

}  // namespace fedltr
