// Attacks against their definitions, written out plainly, on random models.

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/attacks/fang.hpp"
#include "algorithms/attacks/lie.hpp"
#include "algorithms/attacks/min_max.hpp"
#include "algorithms/attacks/simple.hpp"

namespace fedltr::definitions_test {
namespace {

struct World {
  Vector global = Vector::Zero(4);
  Matrix honest;

  explicit World(std::uint32_t number)
      : honest(Index(3 + number % 6), Index{4}) {
    Rng rng(1, Purpose::kTest, number);
    for (double& value : honest.reshaped()) value = 1 + rng.normal();
  }

  Matrix sent(const AttackMethod& method, Index attackers,
              std::uint32_t clients, ParameterValues parameters = {}) const {
    return method.make({std::move(parameters)})
        ->craft({global, honest, attackers, clients, 2,
                 Rng(3, Purpose::kAttack, 0, 1)});
  }
};

/// Largest squared distance to a row, or the sum of all.
double spread(const Matrix& honest, const Vector& at, bool sum) {
  const Vector squares =
      (honest.rowwise() - at.transpose()).rowwise().squaredNorm();
  return sum ? squares.sum() : squares.maxCoeff();
}

}  // namespace

TEST_CASE(
    "min-max and min-sum go as far as allowed, and no direction farther") {
  for (std::uint32_t number = 0; number < 40; ++number)
    for (const bool sum : {false, true}) {
      const World world(number);
      const Vector at =
          world.sent(sum ? min_sum_attack() : min_max_attack(), 2, 10)
              .row(1)
              .transpose();
      double limit = 0;
      for (Index i = 0; i < world.honest.rows(); ++i)
        limit = std::max(
            limit, spread(world.honest, world.honest.row(i).transpose(), sum));
      CHECK(spread(world.honest, at, sum) <= limit * (1 + 1e-9));
      const Vector mean = world.honest.colwise().mean().transpose();
      const auto [same, deviation] = moments_of(world.honest);
      const Vector back = mean - world.global;
      // A step longer by a thousandth is too far, along any of the three.
      const double farther = 1.001 * (at - mean).norm();
      for (const Vector& direction :
           {back, Vector(back.cwiseSign()), deviation})
        CHECK(spread(world.honest, mean - farther * direction.normalized(),
                     sum) > limit);
    }
}

TEST_CASE("a little is z deviations off the mean, its sign that of z") {
  for (std::uint32_t number = 0; number < 10; ++number) {
    const World world(number);
    const auto [mean, deviation] = moments_of(world.honest);
    for (const double z : {-0.5, 1.5}) {
      const Matrix sent = world.sent(lie_attack(), 3, 12, {{"lie.z", z}});
      for (Index i = 0; i < 3; ++i)
        CHECK((sent.row(i).transpose() - (mean - z * deviation)).norm() <
              1e-12);
    }
    const Matrix usual = world.sent(lie_attack(), 3, 12);
    CHECK(
        (usual.row(0).transpose() - (mean - lie_z(12, 3) * deviation)).norm() <
        1e-12);
  }
}

TEST_CASE("noise has its stated length on average") {
  // A length over 400 parameters varies by 1 / sqrt(800), the mean of 50 by
  // .005.
  const Vector global = Vector::Constant(400, 5);
  Matrix honest = Matrix::Constant(50, 400, 5);
  honest.col(0).array() += 3;
  for (const double length : {1.0, 10.0}) {
    const Matrix sent =
        gaussian_attack()
            .make({{{"gaussian.length", length}}})
            ->craft({global, honest, 50, 60, 2, Rng(3, Purpose::kAttack)});
    const double mean =
        (sent.rowwise() - global.transpose()).rowwise().norm().mean();
    CHECK(mean == doctest::Approx(3 * length).epsilon(0.03));
  }
}

TEST_CASE("partial knowledge makes trim lie 3 to 4 deviations off") {
  for (std::uint32_t number = 0; number < 20; ++number) {
    const World world(number);
    const auto [mean, deviation] = moments_of(world.honest);
    const Index all = world.honest.rows();
    const Matrix sent = world.sent(fang_trim_attack(), all, 30);
    REQUIRE(sent.rows() == all);
    for (Index j = 0; j < 4; ++j)
      for (Index i = 0; i < all; ++i) {
        // Against the direction from 0 to the mean.
        const double off = (sent(i, j) - mean(j)) / deviation(j);
        const double against = mean(j) > 0 ? -off : off;
        CHECK(against >= 3 - 1e-9);
        CHECK(against <= 4 + 1e-9);
      }
  }
}

}  // namespace fedltr::definitions_test
