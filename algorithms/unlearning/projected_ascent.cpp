#include "algorithms/unlearning/projected_ascent.hpp"

namespace fedltr {
namespace {

const Parameter kAscent =
    whole_parameter("ascent", 100, 1, 100000000,
                    "searches of an unlearned client's gradient ascent");

}  // namespace

OnlineTotals ascend_within_ball(const Learner& ascent_learner,
                                const VectorView& reference,
                                const VectorView& initial, Index searches,
                                Streams& streams, Session& session,
                                Eigen::Ref<Vector> model) {
  const double radius = kAscentRadius * (reference - initial).norm();
  model = reference;
  Vector ascended(model.size());
  OnlineTotals totals;
  for (Index i = 0; i < searches; ++i) {
    const OnlineTotals one =
        ascent_learner.learn(model, 1, streams, session, ascended);
    totals.ndcg += one.ndcg;
    totals.max_rr += one.max_rr;
    const double distance = (ascended - reference).norm();
    model = distance > radius
                ? Vector(reference + radius / distance * (ascended - reference))
                : ascended;
  }
  return totals;
}

Method<UnlearningMethod> projected_ascent_method() {
  return {
      "pga",
      "gradient ascent by the leaving clients within a ball, then training by "
      "the others",
      "Halimi et al. (2022); Wang et al. (SIGIR 2025)",
      {kInterval, kSteps, kTuningRounds, kAscent},
      {[](const UnlearningOptions& options, const UnlearningRequest& request) {
         const std::uint32_t last =
             stored_rounds(options.interval, request.trained).back();
         UnlearningSchedule schedule;
         schedule.start = UnlearningSchedule::Start::kLastStored;
         schedule.specs = {
             {Task::kRecall, last, request.trained, last, 0},
             fresh_round_spec(
                 Task::kAscent, request, 0,
                 options.parameters.whole<std::uint32_t>(kAscent))};
         schedule.leave_before = schedule.specs.size();
         const auto tuning = tuning_rounds(options, request, 1);
         schedule.specs.insert(schedule.specs.end(), tuning.begin(),
                               tuning.end());
         // The ascent's updates must not come back at a later request.
         schedule.specs.back().stored = last;
         return schedule;
       },
       true, true}};
}

}  // namespace fedltr
