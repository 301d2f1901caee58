#include "algorithms/members/model_comparison.hpp"

#include <doctest/doctest.h>

#include "algorithms/members/held_out_exam.hpp"

namespace fedltr::model_comparison_test {

TEST_CASE("a better model is kept, and the comparison begins again") {
  ModelComparison comparison;
  comparison.kept = Vector{{0, 0}};
  Vector model{{1, 2}};
  HeldOutPoint point = comparison.add(3, Vector{{5, 50}}, 0, 2, model);
  CHECK(point.verdict == ModelVerdict::kOpen);
  CHECK(point.queries == 100);
  CHECK(point.mean == doctest::Approx(0.55));
  CHECK(point.lower < 0.5);
  CHECK(comparison.began == 0);
  model(0) = 7;  // the newest one of many that were compared
  point = comparison.add(5, Vector{{60, 150}}, 0, 4, model);
  CHECK(point.verdict == ModelVerdict::kKept);
  CHECK(point.queries == 400);
  CHECK(point.opened == 4);
  CHECK(point.kept == 0);
  CHECK(model == Vector{{7, 2}});
  CHECK(comparison.kept == model);
  CHECK(comparison.opened == 4);
  CHECK(comparison.began == 5);
  CHECK(comparison.sums.half == 0);
}

TEST_CASE("a worse model is withdrawn only with 99.9 %") {
  ModelComparison comparison;
  comparison.kept = Vector{{1, 0}};
  comparison.opened = 3;
  Vector model{{-1, 0}};
  HeldOutPoint point = comparison.add(6, Vector{{-25, 50}}, 0, 5, model);
  CHECK(point.upper < 0.5);
  CHECK(point.verdict == ModelVerdict::kOpen);
  CHECK(model == Vector{{-1, 0}});
  point = comparison.add(8, Vector{{-25, 50}}, 0, 6, model);
  CHECK(point.verdict == ModelVerdict::kWithdrawn);
  CHECK(point.kept == 3);
  CHECK(model == Vector{{1, 0}});
  CHECK(comparison.opened == 3);
  CHECK(comparison.began == 8);
}

TEST_CASE("noise that was added decides nothing") {
  ModelComparison comparison;
  comparison.kept = Vector{{1}};
  Vector model{{-1}};
  const auto point = comparison.add(6, Vector{{-60, 50}}, 900, 5, model);
  CHECK(point.verdict == ModelVerdict::kOpen);
  CHECK(comparison.sums.noise == 900);
  // More noise than users.
  CHECK(comparison.add(7, Vector{{0, -80}}, 900, 5, model).mean == 0.5);
}

}  // namespace fedltr::model_comparison_test
