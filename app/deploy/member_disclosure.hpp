#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "app/deploy/members_agreement.hpp"

namespace fedltr {

/// A member's earlier spending.
struct MemberSpent {
  double period = 0;  ///< sum of mu_squared in the current period
  double life = 0;
  std::size_t unbounded = 0;  ///< epochs without noise, over its life
};

/// Describes what leaves a member, what protects it and what does not, as a
/// page in Markdown that also reads well on a terminal.
/// @param keep_days  as LogKeeping::days
std::string member_disclosure(const MembersAgreement& agreement,
                              const std::string& member,
                              const MemberSpent& spent,
                              std::int64_t keep_days = 0);

/// Describes what stays of a member that leaves.
std::string leaving_disclosure(const MembersAgreement& agreement,
                               const std::string& member,
                               const MemberSpent& spent);

}  // namespace fedltr
