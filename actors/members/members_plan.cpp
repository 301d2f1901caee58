#include "actors/members/members_plan.hpp"

#include <utility>

namespace fedltr::members {

EpochMember make_epoch_member(const MembersPlan& plan, std::uint32_t member,
                              const std::shared_ptr<const Dataset>& rows,
                              const std::shared_ptr<const Evaluation>& held_out,
                              MemberSecrets secrets) {
  const MemberLearner learner(plan.training, rows, member);
  EpochWork learning{plan.code,
                     [learner](std::uint32_t epoch, const VectorView& model) {
                       return learner.part(epoch, model);
                     }};
  EpochWork evaluation{plan.exam, nullptr};
  if (plan.evaluate > 0)
    evaluation.part =
        [exam = HeldOutExam(held_out, plan.one_each, plan.exam.step())](
            std::uint32_t, const VectorView& model) {
          return exam.part(model);
        };
  return EpochMember(member, {std::move(learning), std::move(evaluation)},
                     plan.tolerance, std::move(secrets));
}

}  // namespace fedltr::members
