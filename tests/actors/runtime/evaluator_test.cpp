#include "actors/runtime/evaluator.hpp"

#include <doctest/doctest.h>

#include "tests/support/det_fixture.hpp"
#include "tests/support/small_federation.hpp"

namespace fedltr::evaluator_test {

TEST_CASE_FIXTURE(test::DetFixture,
                  "models scored together get the means of each alone") {
  const FederationPlan plan = test::small_plan(3, 1);
  const auto actor =
      sys.spawn(evaluator, std::make_shared<const FederationPlan>(plan));
  const Vector zero = Vector::Zero(6);
  const Vector slope = Vector::LinSpaced(6, -1, 2);
  REQUIRE(plan.evaluation->means(zero) != plan.evaluation->means(slope));
  self->send(actor, Evaluate{{4, 7}, {Parameters(slope), Parameters(zero)}});
  run();
  self->receive([&](const Evaluated& evaluated) {
    CHECK(evaluated.rounds == std::vector<std::uint32_t>{4, 7});
    REQUIRE(evaluated.means.size() == 2);
    CHECK(evaluated.means.view()(0) == plan.evaluation->means(slope)[0]);
    CHECK(evaluated.means.view()(1) == plan.evaluation->means(zero)[0]);
  });
  caf::anon_send_exit(actor, caf::exit_reason::user_shutdown);
}

}  // namespace fedltr::evaluator_test
