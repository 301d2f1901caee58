#include "algorithms/unlearning/projected_ascent.hpp"

#include <doctest/doctest.h>

#include "algorithms/clicks/cascade.hpp"
#include "algorithms/ranking/linear.hpp"

namespace fedltr::projected_ascent_test {
namespace {

/// Steps of a fixed length along one direction.
class Walker final : public Learner {
 public:
  std::unique_ptr<LocalLearning> begin(
      const VectorView& global, Index, LearnerStreams&,
      Eigen::Ref<Vector> message) const override {
    message = global;
    message(0) += 0.25;
    return std::make_unique<Local>();
  }

 private:
  struct Local final : LocalLearning {
    void show(Search& search) override { search.show(std::vector<Index>{0}); }
    void learn(Search&) override {}
  };
};

/// Users find one document, which they click.
Simulation one_document() {
  Dataset data(4);
  data.add_query("one", std::vector<double>{1, 2, 3, 4},
                 std::vector<std::uint8_t>{1});
  return {std::make_shared<const Dataset>(std::move(data)),
          std::make_shared<LinearRanker>(4),
          std::make_shared<CascadeUser>(ClickTable{{0, 1}, {0, 0}})};
}

struct World {
  World() { session.enter(simulation); }

  Simulation simulation = one_document();
  Streams streams{1, 0, 1};
  Session session;
  Vector reference = Vector::Constant(4, 1.5);  // 3 from zero: radius 1
  Vector model = Vector::Zero(4);
};

}  // namespace

TEST_CASE("the ascent ends at the border of the ball") {
  World world;
  const OnlineTotals totals =
      ascend_within_ball(Walker(), world.reference, Vector::Zero(4), 10,
                         world.streams, world.session, world.model);
  CHECK((world.model - world.reference).norm() ==
        doctest::Approx(1).epsilon(1e-12));
  CHECK(world.model(0) == doctest::Approx(2.5));
  CHECK(totals.ndcg == doctest::Approx(10));
  CHECK(totals.max_rr == doctest::Approx(10));
}

TEST_CASE("within the ball nothing holds the ascent back") {
  World world;
  ascend_within_ball(Walker(), world.reference, Vector::Zero(4), 3,
                     world.streams, world.session, world.model);
  CHECK(world.model(0) == doctest::Approx(2.25));
}

TEST_CASE("where nothing was learned nothing is unlearned") {
  World world;
  ascend_within_ball(Walker(), world.reference, world.reference, 10,
                     world.streams, world.session, world.model);
  CHECK(world.model == world.reference);
}

TEST_CASE("no search leaves the model at the reference") {
  World world;
  const OnlineTotals totals =
      ascend_within_ball(Walker(), world.reference, Vector::Zero(4), 0,
                         world.streams, world.session, world.model);
  CHECK(world.model == world.reference);
  CHECK(totals.ndcg == 0);
}

TEST_CASE("ascent recalls, climbs, and continues without the climbers") {
  const auto schedule = projected_ascent_method().make.plan(
      {4, {{"ascent", std::uint64_t{9}}, {"rounds", std::uint64_t{2}}}},
      {10, kFreshRngRound});
  CHECK(schedule.start == UnlearningSchedule::Start::kLastStored);
  CHECK(schedule.leave_before == 2);
  // Stored are 1, 5, 9; three searches by default.
  CHECK(schedule.specs ==
        std::vector<RoundSpec>{{Task::kRecall, 9, 10, 9, 0},
                               {Task::kAscent, kFreshRngRound, 10, 0, 9},
                               {Task::kLearn, kFreshRngRound + 1, 10, 0, 3},
                               {Task::kLearn, kFreshRngRound + 2, 10, 9, 3}});
  CHECK(projected_ascent_method().make.gradient);
}

}  // namespace fedltr::projected_ascent_test
