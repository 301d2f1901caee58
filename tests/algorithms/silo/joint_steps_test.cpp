// Complete joint training, with parties that are lost on the way.

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/silo/joint_training.hpp"

namespace fedltr::joint_steps_test {
namespace {

using Kind = TrainingStep::Kind;

SiloTrainerConfig config_of(JointOrder order, std::uint32_t iterations) {
  SiloTrainerConfig config{5, {}, order};
  config.training.joint_iterations = iterations;
  config.training.rate = 0.5;
  return config;
}

/// Answer of a party to a step.
Vector answer_of(std::uint32_t party, std::uint32_t iteration) {
  Rng rng(3, Purpose::kTest, party, iteration);
  Vector answer(5);
  for (double& value : answer) value = rng.normal();
  return answer;
}

}  // namespace

TEST_CASE("each remaining party steps once per iteration, in ascending order") {
  Rng rng(1, Purpose::kTest);
  for (int trial = 0; trial < 100; ++trial) {
    const auto iterations = static_cast<std::uint32_t>(1 + rng.below(6));
    JointTraining trainer(config_of(JointOrder::kSerial, iterations),
                          Instances::kLabelled);
    std::set<std::uint32_t> members = {0, 2, 3, 7, 8};
    Vector model = Vector::Zero(5);
    std::map<std::uint32_t, std::vector<std::uint32_t>> by_iteration;
    std::optional<TrainingStep> last;
    while ((last = trainer.next(members)) && last->kind == Kind::kGradient) {
      REQUIRE(last->parties.size() == 1);
      const std::uint32_t party = last->parties[0];
      CHECK(members.contains(party));
      CHECK((last->parameters - model).norm() == 0);
      // Sometimes this party or another is lost before its answer.
      const bool lost = members.size() > 1 && rng.below(6) == 0;
      if (lost) members.erase(party);
      if (members.size() > 1 && rng.below(10) == 0)
        members.erase(std::next(members.begin(),
                                std::ptrdiff_t(rng.below(members.size()))));
      if (lost) {
        trainer.combine({});
        continue;
      }
      by_iteration[last->iteration].push_back(party);
      const std::vector<Vector> answers = {answer_of(party, last->iteration)};
      trainer.combine(answers);
      model -= 0.5 * (1 - double(last->iteration) / iterations) * answers[0];
    }
    REQUIRE(last.has_value());
    CHECK(last->kind == Kind::kFinalModel);
    CHECK(last->parties ==
          std::vector<std::uint32_t>(members.begin(), members.end()));
    CHECK((last->parameters - model).norm() < 1e-12);
    CHECK_FALSE(trainer.next(members).has_value());
    for (std::uint32_t i = 0; i < iterations; ++i) {
      const auto& parties = by_iteration[i];
      CHECK(std::ranges::is_sorted(parties));
      CHECK(std::ranges::adjacent_find(parties) == parties.end());
      for (const std::uint32_t party : members)
        CHECK(std::ranges::count(parties, party) == 1);
    }
    CHECK(by_iteration.size() == iterations);
  }
}

TEST_CASE("parallel iterations ask the present parties, and count no other") {
  JointTraining trainer(config_of(JointOrder::kParallel, 3),
                        Instances::kLabelled);
  const std::vector<std::set<std::uint32_t>> there = {{1, 4, 6}, {1, 6}, {6}};
  Vector model = Vector::Zero(5);
  for (std::uint32_t i = 0; i < 3; ++i) {
    const auto step = trainer.next(there[i]);
    REQUIRE(step.has_value());
    CHECK(step->parties ==
          std::vector<std::uint32_t>(there[i].begin(), there[i].end()));
    CHECK(step->iteration == i);
    std::vector<Vector> answers;
    // In the second iteration all parties are lost before they answer.
    if (i != 1)
      for (const std::uint32_t party : there[i])
        answers.push_back(answer_of(party, i));
    trainer.combine(answers);
    if (!answers.empty()) model -= 0.5 * (1 - i / 3.0) * mean_of(answers);
  }
  const auto last = trainer.next({6});
  REQUIRE(last.has_value());
  CHECK(last->kind == Kind::kFinalModel);
  CHECK((last->parameters - model).norm() < 1e-12);
}

TEST_CASE("a single number beyond all bounds is found wherever it is") {
  for (const double strange :
       {std::nan(""), 3e9, -std::numeric_limits<double>::infinity()})
    for (Index size = 1; size <= 9; ++size)
      for (Index place = 0; place < size; ++place) {
        SiloTrainerConfig config = config_of(JointOrder::kSerial, 1);
        config.parameters = size;
        JointTraining trainer(config, Instances::kLabelled);
        trainer.next({0});
        std::vector<Vector> answers = {Vector::Ones(size)};
        answers[0](place) = strange;
        CAPTURE(size);
        CAPTURE(place);
        CHECK_THROWS_AS(trainer.combine(answers), DivergedError);
      }
}

TEST_CASE("joint training needs a party, and a first model to send") {
  JointTraining trainer(config_of(JointOrder::kSerial, 1),
                        Instances::kWithCross);
  CHECK_THROWS_WITH(trainer.next({}), "joint training needs a party");
  REQUIRE(trainer.next({3})->kind == Kind::kTellModel);
  CHECK_THROWS_WITH(trainer.combine({}), "a mean needs a model");
}

}  // namespace fedltr::joint_steps_test
