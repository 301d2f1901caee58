#include "app/deploy/member_budget.hpp"

#include <ctime>
#include <utility>

#include <spdlog/fmt/chrono.h>
#include <spdlog/fmt/fmt.h>
#include <spdlog/spdlog.h>

namespace fedltr {
namespace {

std::string date_text(std::int64_t time) {
  return fmt::format("{:%Y-%m-%d %H:%M:%S} UTC",
                     fmt::gmtime(static_cast<std::time_t>(time)));
}

}  // namespace

MemberBudget::MemberBudget(const MembersAgreement& agreement,
                           MemberLedger& ledger)
    : agreement_(agreement), ledger_(ledger) {
  if (const auto future = ledger_.future())
    spdlog::warn(
        "the ledger's last line is of {}, so this machine's clock is or was "
        "wrong: no budget renews before that date; docs/members.md has what "
        "to do",
        date_text(*future));
}

std::string MemberBudget::renewal_text(double mu_squared) const {
  return "there is room again at " + date_text(ledger_.renewal(mu_squared));
}

void MemberBudget::charge(std::uint32_t epoch, double mu_squared) {
  if (ledger_.charge(epoch, mu_squared)) return;
  throw members::BudgetSpent(fmt::format(
      "the ledger allows no more in this period: members.epsilon = {} is "
      "spent; no part of epoch {} has left; {}",
      agreement_.scenario.text.at("members.epsilon"), epoch,
      renewal_text(mu_squared)));
}

bool MemberBudget::covers(EpochKind kind) {
  const bool knows = ledger_.knows_time();
  if (std::exchange(knew_time_, knows) && !knows)
    spdlog::warn(
        "this machine's clock was set by more than an hour: this member takes "
        "no part in epochs until it is set back or that is an hour ago");
  if (!knows) return false;
  const double mu_squared = agreement_.plan.mu_squared(kind);
  const bool is_covered = ledger_.covers(mu_squared);
  const bool was_covered =
      std::exchange(covered_.at(static_cast<std::size_t>(kind)), is_covered);
  const char* const what =
      kind == EpochKind::kLearning ? "that learn" : "that evaluate";
  if (was_covered && !is_covered)
    spdlog::warn(
        "members.epsilon is spent: this member takes no part in epochs {}, and "
        "its agent ranks on; {}",
        what, renewal_text(mu_squared));
  if (!was_covered && is_covered)
    spdlog::info("the budget covers epochs {} again", what);
  return is_covered;
}

Json MemberBudget::account() const {
  const MembersSettings& members = agreement_.scenario.members;
  return {{"unit", name_of(members.unit)},
          {"delta", members.delta},
          {"epsilon", members.epsilon},
          {"spent_in_period", agreement_.epsilon(ledger_.of_period())},
          {"spent_over_life", agreement_.epsilon(ledger_.of_life())},
          {"epochs_without_noise", ledger_.unbounded()}};
}

}  // namespace fedltr
