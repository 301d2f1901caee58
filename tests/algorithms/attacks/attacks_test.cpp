#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/aggregation/krum.hpp"
#include "algorithms/attacks/attack.hpp"
#include "algorithms/attacks/fang.hpp"
#include "algorithms/attacks/lie.hpp"
#include "algorithms/core/archive.hpp"
#include "algorithms/federation/timeline.hpp"

namespace fedltr::attacks_test {
namespace {

/// Local models around global + (1, ..., 1).
Matrix honest_models(Index clients, Index size, std::uint32_t stream,
                     double noise = 0.3) {
  Rng rng(1, Purpose::kTest, stream);
  Matrix models(clients, size);
  for (double& value : models.reshaped<Eigen::RowMajor>())
    value = 3 + noise * rng.normal();
  return models;
}

Vector global_of(Index size) {
  return Vector::Constant(size, 2);
}

Matrix craft(const std::string& name, const Matrix& honest, Index attackers,
             std::uint32_t clients, double strength = 0) {
  const Vector global = global_of(honest.cols());
  const AttackMethod& method = find(attacks(), name);
  AttackOptions options;
  if (strength != 0)
    options.parameters.set(method.parameters.at(0).name, strength);
  return method.make(options)->craft({global, honest, attackers, clients,
                                      static_cast<std::uint32_t>(attackers),
                                      Rng(1, Purpose::kAttack, 0, 1)});
}

}  // namespace

TEST_CASE("every attack answers each attacker, the same each time") {
  for (const auto& method : attacks()) {
    if (!method.traits.on_models) continue;
    CAPTURE(method.name);
    for (const bool full : {false, true}) {
      const Matrix honest = honest_models(full ? 10 : 3, 5, 1);
      const Matrix sent = craft(method.name, honest, 3, 10);
      CHECK(sent.rows() == 3);
      CHECK(sent.cols() == 5);
      CHECK(sent.allFinite());
      CHECK(sent == craft(method.name, honest, 3, 10));
    }
    // A lone attacker that knows no other client.
    CHECK(craft(method.name, honest_models(1, 5, 2), 1, 10).allFinite());
    // No client moves.
    CHECK(craft(method.name, Matrix::Constant(3, 5, 2.0), 3, 10).allFinite());
  }
}

TEST_CASE("every attack resumes from what it remembers with the same bits") {
  for (const auto& method : attacks()) {
    if (!method.traits.on_models) continue;
    CAPTURE(method.name);
    AttackOptions options;
    options.rounds = 6;
    options.rule = [] {
      RuleOptions rule;
      rule.malicious = 3;
      return make_robust_rule("vigilant", "none", rule);
    };
    const auto in_round = [](Attack& attack, std::uint32_t round) {
      const Matrix honest = honest_models(3, 5, 50 + round);
      const Vector global = global_of(5);
      return attack.craft({global, honest, 3, 10, 3,
                           Rng(1, Purpose::kAttack, 0, round), round});
    };
    const auto whole = method.make(options);
    for (std::uint32_t round = 1; round <= 3; ++round) in_round(*whole, round);
    const auto resumed = method.make(options);
    in_round(*resumed, 1);  // will be unlearned
    const std::string bytes = archived(*whole);
    Archive archive(bytes);
    resumed->exchange(archive);
    archive.finish();
    for (std::uint32_t round = 4; round <= 6; ++round)
      CHECK(in_round(*resumed, round) == in_round(*whole, round));
  }
}

TEST_CASE("lie: z against its formula, and the model it makes") {
  // Phi^-1 of (n - m - s) / (n - m), values of the normal table.
  CHECK(lie_z(10, 1) == doctest::Approx(-0.1397103).epsilon(1e-6));
  CHECK(lie_z(10, 2) == doctest::Approx(0).epsilon(1e-12));
  CHECK(lie_z(10, 3) == doctest::Approx(0.1800124).epsilon(1e-6));
  CHECK(lie_z(10, 4) == doctest::Approx(0.4307273).epsilon(1e-6));
  CHECK(lie_z(50, 24) == doctest::Approx(1.4260769).epsilon(1e-6));
  CHECK(lie_z(20, 8) == doctest::Approx(0.6744898).epsilon(1e-6));
  const Matrix honest{{1.0, 2.0}, {3.0, 2.0}};
  const Matrix sent = craft("lie", honest, 2, 10, 1.5);
  CHECK(sent(0, 0) == doctest::Approx(2 - 1.5));
  CHECK(sent(1, 1) == doctest::Approx(2));
}

TEST_CASE("fang-krum under full knowledge is what Krum picks") {
  int picked = 0;
  int stood_a_chance = 0;
  for (std::uint32_t stream = 0; stream < 200; ++stream) {
    // Noise larger than the update, as after few searches.
    const Matrix honest = honest_models(10, 20, 100 + stream, 2);
    const Matrix sent = craft("fang-krum", honest, 3, 10);
    Matrix round(10, 20);
    round << sent, honest.bottomRows(7);
    const double moved = (sent.row(0).transpose() - global_of(20)).norm();
    if (moved < 1e-4) continue;  // no lambda exists
    ++stood_a_chance;
    picked += krum_choice(round, 3) < 3;
    // Away from the honest clients' direction.
    const Vector move = honest.colwise().mean().transpose() - global_of(20);
    CHECK((sent.row(0).transpose() - global_of(20)).dot(move) < 0);
  }
  CHECK(stood_a_chance > 100);
  CHECK(picked >= 0.95 * stood_a_chance);
}

TEST_CASE("fang-trim lies just beyond the honest values, on the wrong side") {
  const Matrix honest = honest_models(10, 6, 3);
  const Matrix sent = craft("fang-trim", honest, 3, 10);
  for (Index j = 0; j < 6; ++j) {
    const double least = honest.bottomRows(7).col(j).minCoeff();
    CHECK(sent.col(j).maxCoeff() <= least);
    CHECK(sent.col(j).minCoeff() >= least / 2);
  }
  const Matrix own = honest_models(3, 6, 4);
  const Matrix partial = craft("fang-trim", own, 3, 10);
  const auto [mean, deviation] = moments_of(own);
  for (Index j = 0; j < 6; ++j) {
    CHECK(partial.col(j).maxCoeff() <= mean(j) - 3 * deviation(j) + 1e-12);
    CHECK(partial.col(j).minCoeff() >= mean(j) - 4 * deviation(j) - 1e-12);
  }
}

TEST_CASE("min-max and min-sum stay among the honest updates") {
  for (std::uint32_t stream = 0; stream < 30; ++stream) {
    const Matrix honest = honest_models(8, 6, 200 + stream);
    const Matrix squared = squared_distances(honest);
    const Vector far = distances_to(
        honest, craft("min-max", honest, 2, 10).row(0).transpose());
    CHECK(far.maxCoeff() <= std::sqrt(squared.maxCoeff()) * (1 + 1e-9));
    CHECK(far.maxCoeff() > 0.9 * std::sqrt(squared.maxCoeff()));
    const Vector sum = distances_to(
        honest, craft("min-sum", honest, 2, 10).row(0).transpose());
    const double limit = squared.rowwise().sum().maxCoeff();
    CHECK(sum.squaredNorm() <= limit * (1 + 1e-9));
    CHECK(sum.squaredNorm() > 0.9 * limit);
  }
}

TEST_CASE("the simple attacks by hand") {
  const Matrix honest{{3.0, 2.0}, {5.0, 4.0}, {1.0, 0.0}};  // global is 2
  CHECK(craft("sign-flip", honest, 2, 10)(0, 0) == 1);
  CHECK(craft("sign-flip", honest, 2, 10)(1, 1) == 0);
  CHECK(craft("scaled", honest, 2, 10, 3)(1, 0) == 11);
  CHECK(craft("ipm", honest, 2, 10, 2)(0, 0) == doctest::Approx(0));
  CHECK(craft("ipm", honest, 2, 10, 2)(1, 1) == doctest::Approx(2));
  // The noise has the requested length on average.
  double squares = 0;
  for (std::uint32_t round = 1; round <= 500; ++round) {
    const Vector global = global_of(2);
    const Matrix sent = find(attacks(), "gaussian")
                            .make({{{"gaussian.length", 4.0}}})
                            ->craft({global, honest, 2, 10, 2,
                                     Rng(1, Purpose::kAttack, 0, round)});
    squares += (sent.rowwise() - global.transpose()).squaredNorm() / 2;
  }
  // |mean update| = 1; 4 times as long; chi-square of 2 degrees.
  CHECK(std::abs(squares / 500 / 16 - 1) < 5 / std::sqrt(1000.0));
}

TEST_CASE("attackers start and stop by the timeline") {
  const AttackSchedule always(3, {});
  CHECK(always.attacks(2, 1));
  CHECK_FALSE(always.attacks(3, 1));
  const AttackSchedule later(
      3, {{10, Event::kAttack, {}}, {20, Event::kHonest, {0, 1}}});
  CHECK_FALSE(later.attacks(0, 9));
  CHECK(later.attacks(0, 10));
  CHECK_FALSE(later.attacks(1, 20));
  CHECK(later.attacks(2, 1000));
  const AttackSchedule pause(
      2, {{8, Event::kAttack, {1}}, {5, Event::kHonest, {1}}});
  CHECK(pause.attacks(1, 4));
  CHECK_FALSE(pause.attacks(1, 5));
  CHECK(pause.attacks(1, 8));
  CHECK(pause.attacks(0, 6));
}

}  // namespace fedltr::attacks_test
