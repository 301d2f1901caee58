// Learners that learn propensities: on logs whose users have known ones.
#include <cmath>

#include <doctest/doctest.h>

#include "tests/algorithms/unbiased/logged_world.hpp"

namespace fedltr::learned_curves_test {
namespace {

using test::learn_from;
using test::LoggedWorld;

/// Largest error of the curve that 10 clients find together for users of `eta`,
/// whose lists are random: each searches 30,000 times.
double curve_error(const std::string& method, double eta) {
  const LoggedWorld world(
      "pbm", {{"eta", eta}, {"click", std::vector<double>{0.05, 0.4, 0.8}}},
      {.sessions = 20000, .queries = 0});
  LearnerOptions options;
  options.parameters = {{"rate", 0.02}, {"log.curve-rate", 0.003}};
  const auto learned = learn_from(world, method.c_str(), options, 3000, 10);
  const auto curve =
      learned.learner->learned_examination(learned.model).propensity;
  REQUIRE(curve.size() == 10);
  CHECK(curve[0] == 1);
  double worst = 0;
  for (std::size_t rank = 0; rank < 10; ++rank) {
    const double truth = std::pow(1.0 / double(rank + 1), eta);
    worst = std::max(worst, std::abs(curve[rank] - truth));
  }
  return worst;
}

}  // namespace

TEST_CASE("dla, em and pairwise find how attention falls") {
  for (const std::string method : {"dla", "em", "pairwise"})
    for (const double eta : {0.0, 0.5, 1.0}) {
      CAPTURE(method);
      CAPTURE(eta);
      CHECK(curve_error(method, eta) < 0.1);
    }
}

}  // namespace fedltr::learned_curves_test
