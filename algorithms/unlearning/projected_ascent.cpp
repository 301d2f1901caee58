#include "algorithms/unlearning/projected_ascent.hpp"

namespace fedltr {

OnlineTotals climb_within_ball(const Learner& climber,
                               const VectorView& reference,
                               const VectorView& initial, Index searches,
                               Streams& streams, Session& session,
                               Eigen::Ref<Vector> model) {
  const double radius = kAscentRadius * (reference - initial).norm();
  model = reference;
  Vector climbed(model.size());
  OnlineTotals totals;
  for (Index i = 0; i < searches; ++i) {
    const OnlineTotals one = climber.learn(model, 1, streams, session, climbed);
    totals.ndcg += one.ndcg;
    totals.max_rr += one.max_rr;
    const double distance = (climbed - reference).norm();
    model = distance > radius
                ? Vector(reference + radius / distance * (climbed - reference))
                : climbed;
  }
  return totals;
}

Method<UnlearningMethod> projected_ascent_method() {
  return {
      "pga",
      "leavers climb their loss within a ball, the rest trains on",
      "Halimi et al. (2022); Wang et al. (SIGIR 2025)",
      {{"ascent", 100, "searches of a leaver that climb"},
       {"rounds", 0, "0: as many as there are stored updates"},
       {"steps", 3, "searches of a client in a round"}},
      {[](const UnlearningOptions& options, const UnlearningRequest& request) {
         const std::uint32_t last =
             stored_rounds(options.interval, request.trained).back();
         UnlearningCourse course;
         course.start = UnlearningCourse::Start::kLastStored;
         course.lessons = {
             {Task::kRecall, last, request.trained, last, 0},
             fresh_lesson(Task::kAscend, request, 0, options.ascent)};
         course.leave_before = course.lessons.size();
         const auto tuning = tuning_lessons(options, request, 1);
         course.lessons.insert(course.lessons.end(), tuning.begin(),
                               tuning.end());
         // What was climbed away from must not come back at a later request.
         course.lessons.back().stored = last;
         return course;
       },
       true, true}};
}

}  // namespace fedltr
