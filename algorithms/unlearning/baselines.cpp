#include "algorithms/unlearning/baselines.hpp"

namespace fedltr {

Method<UnlearningMethod> retrain_method() {
  return {"retrain",
          "training from the start without the unlearned clients",
          "Wang (2025), section 6.3.1",
          {},
          {.plan =
               [](const UnlearningOptions&, const UnlearningRequest& request) {
                 UnlearningSchedule schedule;
                 for (std::uint32_t round = 1; round <= request.trained;
                      ++round)
                   schedule.specs.push_back(training_spec(round));
                 return schedule;
               },
           .repeats = true}};
}

Method<UnlearningMethod> fine_tune_method() {
  return {
      "fine-tune",
      "more training rounds without the unlearned clients",
      "Wang et al. (SIGIR 2025)",
      {kInterval, kSteps, kTuningRounds},
      {[](const UnlearningOptions& options, const UnlearningRequest& request) {
        UnlearningSchedule schedule;
        schedule.start = UnlearningSchedule::Start::kCurrent;
        schedule.specs = tuning_rounds(options, request, 0);
        return schedule;
      }}};
}

Method<UnlearningMethod> fedremove_method() {
  return {
      "fedremove",
      "average of stored updates again, without those of unlearned clients",
      "Wang et al. (SIGIR 2025)",
      {kInterval},
      {[](const UnlearningOptions& options, const UnlearningRequest& request) {
         UnlearningSchedule schedule;
         for (const std::uint32_t round :
              stored_rounds(options.interval, request.trained))
           schedule.specs.push_back(
               {Task::kRecall, round, request.trained, round, 0});
         return schedule;
       },
       true}};
}

}  // namespace fedltr
