#include "algorithms/attacks/honest_drift.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/core/archive.hpp"

namespace fedltr::honest_drift_test {
namespace {

void observe(HonestDrift& drift, const Vector& global, const Matrix& honest,
             std::uint32_t round) {
  drift.observe(
      {global, honest, 2, 10, 2, Rng(1, Purpose::kAttack, 0, round), round});
}

}  // namespace

TEST_CASE("the drift is summed over rounds, and the way back a unit vector") {
  HonestDrift drift;
  observe(drift, Vector{{1, 0}}, Matrix{{2, 1}, {4, 3}}, 1);
  CHECK(drift.mean() == Vector{{3, 2}});
  CHECK(drift.previous() == 0);
  observe(drift, Vector{{0, 0}}, Matrix{{0, 1}, {2, 3}}, 4);
  // (2, 2) and (1, 2) make (3, 4).
  CHECK(drift.back().isApprox(Vector{{-0.6, -0.8}}));
  CHECK(drift.previous() == 1);
}

TEST_CASE("without drift there is no way back") {
  HonestDrift drift;
  observe(drift, Vector{{3, 2}}, Matrix{{2, 1}, {4, 3}}, 1);
  CHECK(drift.back() == Vector{{0, 0}});
}

TEST_CASE("a typical deviation is the upper median's, smoothed over rounds") {
  HonestDrift drift;
  // Mean 3; lengths 3, 2, 1, 6, of which 3 is the upper median; times
  // sqrt(4 / 3).
  const Vector zero{{0}};
  observe(drift, zero, Matrix{{0}, {1}, {2}, {9}}, 1);
  const double first = 3 * std::sqrt(4.0 / 3);
  CHECK(drift.typical() == doctest::Approx(first));
  // Mean 2, lengths 2, 0, 2; times sqrt(3 / 2).
  observe(drift, zero, Matrix{{0}, {2}, {4}}, 2);
  CHECK(drift.typical() ==
        doctest::Approx(0.9 * first + 0.1 * 2 * std::sqrt(1.5)));
  // If one model is known, its own distance counts.
  observe(drift, zero, Matrix{{5}}, 3);
  CHECK(drift.typical() ==
        doctest::Approx(0.81 * first + 0.09 * 2 * std::sqrt(1.5) + 0.5));
}

TEST_CASE("the direction aside is drawn once, and kept") {
  HonestDrift drift;
  const Vector zero = Vector::Zero(20);
  observe(drift, zero, Matrix::Ones(2, 20), 1);
  const Vector aside = drift.aside();
  CHECK(aside.norm() == doctest::Approx(1));
  observe(drift, zero, Matrix::Ones(2, 20), 2);
  CHECK(drift.aside() == aside);
  const std::string bytes = archived(drift);
  CHECK(unarchived<HonestDrift>(bytes).aside() == aside);
}

TEST_CASE("a step back is as many typical deviations as asked for") {
  HonestDrift drift;
  observe(drift, Vector{{0, 0}}, Matrix{{3, 4}, {3, 4}, {3, 10}, {3, -2}}, 1);
  // Mean (3, 4); lengths 0, 0, 6, 6: 6 sqrt(4 / 3), against (3, 4) / 5.
  const double step = 0.5 * 6 * std::sqrt(4.0 / 3);
  CHECK(pushed(drift, 0.5).isApprox(Vector{{3 - step * 0.6, 4 - step * 0.8}}));
}

TEST_CASE("periods are counted from the first round on") {
  CHECK(HonestDrift::period_of(1, 3) == 0);
  CHECK(HonestDrift::period_of(3, 3) == 0);
  CHECK(HonestDrift::period_of(4, 3) == 1);
  CHECK(HonestDrift::period_of(7, 3) == 2);
}

}  // namespace fedltr::honest_drift_test
