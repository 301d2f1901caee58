#include "actors/members/members_run.hpp"

#include <algorithm>
#include <memory>

namespace fedltr::members {

std::shared_ptr<SearchSource> MembersRun::searches_of(
    std::uint32_t member) const {
  const auto& training = plan.training;
  if (!training.clicks || training.clicks->user) return nullptr;
  return std::make_shared<ReplayedSearches>(searches[member]);
}

namespace {

/// Number of units of which each adds to a member's part of a sum.
double units_of(const MembersRun& run, std::uint32_t member,
                const MemberLearner& learner) {
  switch (run.plan.training.unit) {
    case PrivacyUnit::kMember:
      return 1;
    case PrivacyUnit::kQuery:
      return static_cast<double>(std::max<Index>(learner.queries(), 1));
    case PrivacyUnit::kUser:
      break;
  }
  return std::max(1.0, static_cast<double>(run.searches[member].users()));
}

}  // namespace

Vector train_alone(const MembersRun& run, std::uint32_t member) {
  const MemberLearner learner(run.plan.training, run.rows[member], member,
                              run.searches_of(member));
  const double units = units_of(run, member, learner);
  Vector model = run.plan.initial;
  for (std::uint32_t epoch = 1; epoch <= run.plan.epochs; ++epoch)
    model += learner.part(epoch, model) / units;
  return model;
}

}  // namespace fedltr::members
