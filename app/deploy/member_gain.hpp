#pragma once

#include <filesystem>
#include <string>

#include "algorithms/ranking/evaluation.hpp"
#include "app/deploy/members_agreement.hpp"

namespace fedltr {

/// Models that a member compares on its own held-out queries.
struct MemberGain {
  Vector untrained;
  Vector alone;  ///< by its own rows or users
  Vector joined;
};

/// Describes a model by its metric, and by that of the lists that users see if
/// they are drawn.
std::string own_metric_text(const MembersAgreement& agreement,
                            const Evaluation& own, const Vector& model);

/// Describes the gain as a table for a terminal.
std::string gain_text(const MembersAgreement& agreement, const Evaluation& own,
                      const MemberGain& gain);

/// Writes `alone.json`, the model of the member alone, and `held-out.csv`, the
/// metric of each held-out query: `qid,untrained,alone,joined`.
void write_gain(const std::filesystem::path& folder,
                const MembersAgreement& agreement, const Evaluation& own,
                const MemberGain& gain);

}  // namespace fedltr
