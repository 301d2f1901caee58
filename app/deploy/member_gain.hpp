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
/// @param mean  the metric
std::string own_metric_text(const MembersAgreement& agreement,
                            const Evaluation& own, const Vector& model,
                            double mean);

/// Describes the gain as a table for a terminal.
std::string gain_text(const MembersAgreement& agreement, const Evaluation& own,
                      const MemberGain& gain);

// Files that only their owner can read: nothing protects them as noise does the
// joint model.

/// Writes `alone.json`, the model of the member alone.
void write_alone(const std::filesystem::path& folder,
                 const MembersAgreement& agreement, const MemberGain& gain);

/// Writes `own-queries.csv`, the metric of each held-out query, NaN if it does
/// not count: `qid,metric,untrained,alone,joined`.
void write_own_queries(const std::filesystem::path& folder,
                       const Evaluation& own, const MemberGain& gain);

}  // namespace fedltr
