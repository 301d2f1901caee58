#include "algorithms/unlearning/course.hpp"

#include <doctest/doctest.h>

using namespace fedltr;

namespace {

UnlearningCourse plan(const std::string& method,
                      const UnlearningOptions& options, std::uint32_t trained) {
  return find(unlearning_methods(), method)
      .make.plan(options, {trained, kFreshDraws + 7});
}

std::uint64_t searches(const UnlearningCourse& course, std::uint32_t usual) {
  std::uint64_t sum = 0;
  for (const Lesson& lesson : course.lessons)
    if (lesson.task != Task::kAscend) sum += searches_of(lesson, usual);
  return sum;
}

}  // namespace

TEST_CASE("federaser saves n/n' * interval searches and interval rounds") {
  for (const std::uint32_t steps : {1, 2, 3, 4})
    for (const std::uint32_t interval : {5, 10, 20}) {
      UnlearningOptions options;
      options.steps = steps;
      options.interval = interval;
      const auto erased = plan("federaser", options, 10000);
      const auto trained = plan("retrain", options, 10000);
      CHECK(trained.lessons.size() == interval * erased.lessons.size());
      CHECK(searches(trained, 5) * steps == searches(erased, 5) * 5 * interval);
    }
}

TEST_CASE("retraining repeats the rounds of training") {
  const auto course = plan("retrain", {}, 5);
  REQUIRE(course.lessons.size() == 5);
  for (std::uint32_t i = 0; i < 5; ++i) {
    CHECK(course.lessons[i] == training_round(i + 1));
    CHECK(course.lessons[i].trains());
  }
}

TEST_CASE("every course keeps the contract") {
  UnlearningOptions options;
  options.interval = 4;
  for (const auto& method : unlearning_methods())
    for (const std::uint32_t trained : {1, 4, 5, 9}) {
      CAPTURE(method.name);
      CAPTURE(trained);
      const auto course = plan(method.name, options, trained);
      CHECK_FALSE(course.lessons.empty());
      CHECK(course.leave_before <= course.lessons.size());
      std::uint32_t fresh = kFreshDraws + 7;
      for (std::size_t i = 0; i < course.lessons.size(); ++i) {
        const Lesson& lesson = course.lessons[i];
        CHECK(lesson.time >= 1);
        CHECK(lesson.time <= trained);
        // No two rounds share their streams, nor with training's, unless they
        // repeat it.
        if (lesson.learns() && !lesson.trains()) CHECK(lesson.draws == fresh++);
        if (lesson.task == Task::kAscend) {
          CHECK(lesson.draws == fresh++);
          CHECK(i < course.leave_before);  // leavers make it
        }
        if (lesson.stored > 0) {
          CHECK(method.make.history);
          CHECK((lesson.stored - 1) % options.interval == 0);
          CHECK(lesson.stored <= trained);
        }
      }
    }
}
