#include "algorithms/unlearning/baselines.hpp"

#include <doctest/doctest.h>

namespace fedltr::baselines_test {
namespace {

constexpr std::uint32_t kFree = kFreshRngRound + 7;

UnlearningSchedule plan(const Method<UnlearningMethod>& method,
                        std::uint32_t interval, std::uint32_t trained,
                        ParameterValues parameters = {}) {
  return method.make.plan({interval, std::move(parameters)}, {trained, kFree});
}

}  // namespace

TEST_CASE(
    "retraining starts over, with the unlearned clients gone from the start") {
  const auto schedule = plan(retrain_method(), 10, 3);
  CHECK(schedule.start == UnlearningSchedule::Start::kInitial);
  CHECK(schedule.leave_before == 0);
  CHECK(schedule.specs == std::vector<RoundSpec>{training_spec(1),
                                                 training_spec(2),
                                                 training_spec(3)});
  CHECK(retrain_method().make.repeats);
}

TEST_CASE("fine-tuning continues from the model as it is") {
  const auto schedule = plan(fine_tune_method(), 4, 9, {});
  CHECK(schedule.start == UnlearningSchedule::Start::kCurrent);
  CHECK(schedule.leave_before == 0);
  // Updates of rounds 1, 5 and 9 are stored; three searches each.
  CHECK(schedule.specs ==
        std::vector<RoundSpec>{{Task::kLearn, kFree, 9, 0, 3},
                               {Task::kLearn, kFree + 1, 9, 0, 3},
                               {Task::kLearn, kFree + 2, 9, 0, 3}});
  CHECK_FALSE(fine_tune_method().make.history);
}

TEST_CASE("fine-tuning takes the given rounds and searches") {
  const auto schedule =
      plan(fine_tune_method(), 4, 9,
           {{"rounds", std::uint64_t{2}}, {"steps", std::uint64_t{6}}});
  REQUIRE(schedule.specs.size() == 2);
  CHECK(schedule.specs[1].searches == 6);
}

TEST_CASE("fedremove recalls each stored update once, and learns nothing") {
  const auto schedule = plan(fedremove_method(), 4, 9);
  CHECK(schedule.start == UnlearningSchedule::Start::kInitial);
  CHECK(schedule.specs == std::vector<RoundSpec>{{Task::kRecall, 1, 9, 1, 0},
                                                 {Task::kRecall, 5, 9, 5, 0},
                                                 {Task::kRecall, 9, 9, 9, 0}});
  for (const RoundSpec& spec : schedule.specs) CHECK_FALSE(spec.learns());
  CHECK(fedremove_method().make.history);
}

}  // namespace fedltr::baselines_test
