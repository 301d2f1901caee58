#include "algorithms/attacks/shadow_rule.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/core/archive.hpp"

namespace fedltr::shadow_rule_test {
namespace {

constexpr std::uint32_t kClients[] = {0, 1, 2, 3, 4, 5, 6, 7, 8};

Matrix models_of(std::uint32_t round) {
  Rng rng(1, Purpose::kTest, 0, round);
  Matrix models(9, 3);
  for (double& value : models.reshaped<Eigen::RowMajor>()) value = rng.normal();
  models.row(0).array() -= 2;
  return models;
}

AttackInput input_of(const Vector& global, const Matrix& honest,
                     std::uint32_t clients,
                     std::span<const std::uint32_t> known = {}) {
  return {global, honest, 2, clients, 2, Rng(1, Purpose::kAttack), 4, known};
}

}  // namespace

TEST_CASE("a shadow of any rule is in the state of the rule, tries or not") {
  const Vector global = Vector::Zero(3);
  for (const auto& method : aggregation_rules()) {
    if (!method.make) continue;
    CAPTURE(method.name);
    const auto make = [&] {
      RuleOptions options;
      options.malicious = 1;
      options.parameters = {{"window", std::uint64_t{4}}, {"alarm", 0.3}};
      options.trusted = [](const Vector& from, std::uint32_t) -> Vector {
        return from + Vector::Ones(from.size());
      };
      return make_robust_rule(method.name, "none", options);
    };
    const auto rule = make();
    ShadowRule shadow(make);
    std::vector<double> shares(9);
    for (std::uint32_t round = 1; round <= 8; ++round) {
      const Matrix models = models_of(round);
      const LocalModels local{models, kClients, global, round};
      const Matrix others = models_of(100 + round);
      shadow.outcome({others, kClients, global, round});
      const Vector tried = shadow.outcome(local);
      CHECK(tried == rule->aggregate(local, shares));
      shadow.take(local);
    }
    CHECK(archived(shadow).size() >= archived(*rule).size());
  }
}

TEST_CASE("the shadow of a mean is the mean") {
  ShadowRule shadow(nullptr);
  const Vector global = Vector::Zero(3);
  const Matrix models = models_of(1);
  const LocalModels local{models, kClients, global, 1};
  shadow.take(local);
  const Vector mean = models.colwise().mean().transpose();
  CHECK(shadow.outcome(local) == mean);
}

TEST_CASE("a known round has the others' models, by client") {
  const Vector global{{0}};
  const Matrix honest{{5}, {7}, {20}, {10}, {30}};
  const std::uint32_t known[] = {1, 4, 2, 3, 8};  // attackers first
  const AttackInput input = input_of(global, honest, 5, known);
  ExpectedRound round(input);
  CHECK(round.honest_mean()(0) == 20);
  const LocalModels local = round.with(Vector{{-1}});
  CHECK(local.models.col(0) == Vector{{-1, 20, 10, -1, 30}});
  CHECK(std::vector(local.clients.begin(), local.clients.end()) ==
        std::vector<std::uint32_t>{1, 2, 3, 4, 8});
  CHECK(local.round == 4);
}

TEST_CASE("unknown clients are some of those that might take part") {
  const Vector global{{0}};
  const Matrix honest{{5}, {7}};
  const std::uint32_t known[] = {3, 8};
  const std::uint32_t eligible[] = {2, 3, 5, 8, 9, 11};
  AttackInput input = input_of(global, honest, 5, known);
  input.eligible = eligible;
  ExpectedRound round(input);
  const LocalModels local = round.with(Vector{{-1}});
  CHECK(std::vector(local.clients.begin(), local.clients.end()) ==
        std::vector<std::uint32_t>{2, 3, 5, 8, 9});
  CHECK(std::ranges::equal(local.eligible, eligible));
}

TEST_CASE("unknown clients are imagined with the known mean and covariance") {
  const Vector global{{0, 0}};
  const Matrix honest{{4, 1}, {6, 1}};
  const std::uint32_t known[] = {1, 3};
  const AttackInput input = input_of(global, honest, 4002, known);
  ExpectedRound round(input);
  const Matrix models = round.with(Vector{{0, 0}}).models;
  REQUIRE(models.rows() == 4002);
  CHECK(models.row(1).isZero());
  CHECK(models.row(3).isZero());
  CHECK(models(0, 1) == doctest::Approx(1));
  // Mean 5 and variance 2, of 4000 draws.
  const double mean = models.col(0).sum() / 4000;
  CHECK(std::abs(mean - 5) < 5 * std::sqrt(2.0 / 4000));
  CHECK(round.honest_mean()(0) == doctest::Approx(mean));
  const double squares = models.col(0).squaredNorm() / 4000 - mean * mean;
  CHECK(std::abs(squares / 2 - 1) < 5 * std::sqrt(2.0 / 4000));
}

TEST_CASE("a round of attackers alone is judged by what they know") {
  const Vector global{{0}};
  const Matrix honest{{4}, {6}};
  const AttackInput input = input_of(global, honest, 2);
  ExpectedRound round(input);
  CHECK(round.honest_mean()(0) == 5);
  CHECK(round.with(Vector{{1}}).models.rows() == 2);
}

}  // namespace fedltr::shadow_rule_test
