#include <doctest/doctest.h>

#include "algorithms/unlearning/schedule.hpp"

namespace fedltr::course_test {
namespace {

UnlearningSchedule plan(const std::string& method,
                        const UnlearningOptions& options,
                        std::uint32_t trained) {
  return find(unlearning_methods(), method)
      .make.plan(options, {trained, kFreshRngRound + 7});
}

std::uint64_t searches(const UnlearningSchedule& schedule,
                       std::uint32_t usual) {
  std::uint64_t sum = 0;
  for (const RoundSpec& spec : schedule.specs)
    if (spec.task != Task::kAscent) sum += searches_of(spec, usual);
  return sum;
}

}  // namespace

TEST_CASE("federaser saves n/n' * interval searches and interval rounds") {
  for (const std::uint32_t steps : {1, 2, 3, 4})
    for (const std::uint32_t interval : {5, 10, 20}) {
      UnlearningOptions options;
      options.parameters = {{"steps", std::uint64_t{steps}}};
      options.interval = interval;
      const auto erased = plan("federaser", options, 10000);
      const auto trained = plan("retrain", options, 10000);
      CHECK(trained.specs.size() == interval * erased.specs.size());
      CHECK(searches(trained, 5) * steps == searches(erased, 5) * 5 * interval);
    }
}

TEST_CASE("retraining repeats the rounds of training") {
  const auto schedule = plan("retrain", {}, 5);
  REQUIRE(schedule.specs.size() == 5);
  for (std::uint32_t i = 0; i < 5; ++i) {
    CHECK(schedule.specs[i] == training_spec(i + 1));
    CHECK(schedule.specs[i].trains());
  }
}

TEST_CASE("every course keeps the contract") {
  UnlearningOptions options;
  options.interval = 4;
  for (const auto& method : unlearning_methods())
    for (const std::uint32_t trained : {1, 4, 5, 9}) {
      CAPTURE(method.name);
      CAPTURE(trained);
      const auto schedule = plan(method.name, options, trained);
      CHECK_FALSE(schedule.specs.empty());
      CHECK(schedule.leave_before <= schedule.specs.size());
      std::uint32_t fresh = kFreshRngRound + 7;
      for (std::size_t i = 0; i < schedule.specs.size(); ++i) {
        const RoundSpec& spec = schedule.specs[i];
        CHECK(spec.training_round >= 1);
        CHECK(spec.training_round <= trained);
        // No two rounds share their streams with each other or with training,
        // unless they repeat it.
        if (spec.learns() && !spec.trains()) CHECK(spec.rng_round == fresh++);
        if (spec.task == Task::kAscent) {
          CHECK(spec.rng_round == fresh++);
          CHECK(i < schedule.leave_before);  // unlearned clients make it
        }
        if (spec.stored > 0) {
          CHECK(method.make.history);
          CHECK((spec.stored - 1) % options.interval == 0);
          CHECK(spec.stored <= trained);
        }
      }
    }
}

}  // namespace fedltr::course_test
