#include "algorithms/unlearning/federaser.hpp"

namespace fedltr {

void calibrate(Eigen::Ref<Vector> update, const VectorView& stored) {
  const double length = update.norm();
  if (length > 0)
    update *= stored.norm() / length;
  else
    update.setZero();
}

Method<UnlearningMethod> federaser_method() {
  return {
      "federaser",
      "few searches per stored update, scaled to the stored length",
      "Liu et al. (IWQoS 2021); Wang (2025), Eq. 6.1, 6.2",
      {kInterval, kSteps},
      {[](const UnlearningOptions& options, const UnlearningRequest& request) {
         UnlearningSchedule schedule;
         for (const std::uint32_t round :
              stored_rounds(options.interval, request.trained)) {
           schedule.specs.push_back(fresh_round_spec(
               Task::kCalibrate, request, schedule.specs.size(),
               options.parameters.whole<std::uint32_t>(kSteps)));
           schedule.specs.back().stored = round;
         }
         return schedule;
       },
       true}};
}

}  // namespace fedltr
