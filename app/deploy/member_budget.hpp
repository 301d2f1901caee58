#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "app/base/json.hpp"
#include "app/deploy/member_ledger.hpp"
#include "app/deploy/members_agreement.hpp"

namespace fedltr {

/// A member's budget in one federation, kept by its ledger.
class MemberBudget {
 public:
  /// @param agreement, ledger  outlive this
  MemberBudget(const MembersAgreement& agreement, MemberLedger& ledger);

  /// Charges an epoch before the member's part leaves.
  /// @throws members::BudgetSpent  if the budget does not cover it
  void charge(std::uint32_t epoch, double mu_squared);
  /// True if the budget covers an epoch of all members, and the clock is
  /// believed. Logs when either ceases, and when the budget does again.
  bool covers(EpochKind kind);
  /// Returns an account for the member's agent.
  Json account() const;

 private:
  std::string renewal_text(double mu_squared) const;

  const MembersAgreement& agreement_;
  MemberLedger& ledger_;
  std::array<bool, 2> covered_ = {true, true};  ///< by EpochKind
  bool knew_time_ = true;
};

}  // namespace fedltr
