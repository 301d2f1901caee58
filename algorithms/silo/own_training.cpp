#include "algorithms/silo/own_training.hpp"

namespace fedltr {
namespace {

SiloMethod own_method(Instances instances, SiloRole role) {
  return {false,
          instances == Instances::kWithCross,
          true,
          [=](const SiloTrainerConfig&) {
            return std::make_unique<OwnTraining>(instances);
          },
          [](const SiloTrainerConfig&) {
            return StepCourse{{TrainingStep::Kind::kKeepModel}};
          },
          role};
}

}  // namespace

std::optional<TrainingStep> OwnTraining::next(
    const std::set<std::uint32_t>& members) {
  if (asked_) return std::nullopt;
  asked_ = true;
  return TrainingStep{TrainingStep::Kind::kKeepModel,
                      {members.begin(), members.end()},
                      {},
                      0,
                      instances_};
}

void OwnTraining::combine(std::span<const Vector>) {}

Method<SiloMethod> local_method() {
  return {"local",
          "each party on its own labelled instances",
          "ICDE section VI-A; Shi et al. (2021), section 5.1",
          {},
          own_method(Instances::kLabelled, SiloRole::kBaseline)};
}

Method<SiloMethod> local_with_cross_method() {
  return {"local+",
          "each party on its own labelled and cross instances",
          "ICDE section VI-A; Shi et al. (2021), section 4.1",
          {},
          own_method(Instances::kWithCross, SiloRole::kOther)};
}

}  // namespace fedltr
