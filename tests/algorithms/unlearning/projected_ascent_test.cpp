#include "algorithms/unlearning/projected_ascent.hpp"

#include <doctest/doctest.h>

using namespace fedltr;

namespace {

/// Steps of a fixed length along one direction.
class Walker final : public Learner {
 public:
  OnlineTotals learn(const VectorView& global, Index, Streams&, Session&,
                     Eigen::Ref<Vector> message) const override {
    message = global;
    message(0) += 0.25;
    return {0.5, 1};
  }
};

struct World {
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
  CHECK(totals.ndcg == doctest::Approx(5));
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
