#include "actors/members/members_run.hpp"

#include <algorithm>

namespace fedltr::members {

Vector train_alone(const MembersRun& run, std::uint32_t member) {
  const MemberLearner learner(run.plan.training, run.rows[member], member);
  const double units =
      run.plan.training.unit == PrivacyUnit::kQuery
          ? static_cast<double>(std::max<Index>(learner.queries(), 1))
          : 1;
  Vector model = run.plan.initial;
  for (std::uint32_t epoch = 1; epoch <= run.plan.epochs; ++epoch)
    model += learner.part(epoch, model) / units;
  return model;
}

}  // namespace fedltr::members
