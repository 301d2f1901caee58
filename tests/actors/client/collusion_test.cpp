#include "actors/client/collusion.hpp"

#include <doctest/doctest.h>

#include "algorithms/attacks/shadow_rule.hpp"
#include "tests/support/small_federation.hpp"

namespace fedltr::collusion_test {
namespace {

FederationPlan plan_with(bool full) {
  FederationPlan plan = test::small_plan(6, 1);
  plan.attack.full = full;
  plan.attack.assumed = 2;
  return plan;
}

/// Sends the sum of all known models, times the attacker's position.
std::map<std::uint32_t, Parameters> craft(const Collusion& collusion) {
  const auto attack = memoryless([](const AttackInput& input) -> Matrix {
    CHECK(input.assumed == 2);
    CHECK(input.clients == 5);
    CHECK(input.round == 7);
    CHECK(input.number() == 9);
    // The attackers' copy of the rule is in the round of the server's.
    CHECK(ExpectedRound(input).with(input.global).round == kFreshRngRound + 1);
    Matrix crafted(input.attackers, input.global.size());
    for (Index i = 0; i < input.attackers; ++i)
      crafted.row(i) =
          static_cast<double>(i + 1) *
          (input.honest.colwise().sum() + input.global.transpose());
    return crafted;
  });
  return collusion.craft(*attack);
}

Parameters constant(double value) {
  return Parameters(Vector::Constant(2, value));
}

/// The ninth round of a run, after seven of training.
const AttackRound kOrder = {9, kFreshRngRound + 1, 7, 5, 2, 2, constant(100)};

}  // namespace

TEST_CASE("attackers wait for each other, whatever comes first") {
  const FederationPlan plan = plan_with(false);
  Collusion collusion(plan);
  collusion.add(HonestModel{1, 4, constant(1)});
  CHECK_FALSE(collusion.is_complete());
  collusion.add(HonestModel{1, 0, constant(2)});
  CHECK_FALSE(collusion.is_complete());  // the number of attackers is unknown
  collusion.add(kOrder);
  REQUIRE(collusion.is_complete());
  const auto crafted = craft(collusion);
  REQUIRE(crafted.size() == 2);
  CHECK(crafted.at(0).view() == Vector::Constant(2, 103));
  CHECK(crafted.at(4).view() == Vector::Constant(2, 206));
}

TEST_CASE("with full knowledge they wait for every cohort") {
  const FederationPlan plan = plan_with(true);
  Collusion collusion(plan);
  collusion.add(kOrder);
  collusion.add(HonestModel{1, 0, constant(2)});
  collusion.add(HonestModel{1, 1, constant(1)});
  CHECK_FALSE(collusion.is_complete());
  collusion.add(HonestUpdates{1, 1, {{5}, constant(10)}});
  CHECK_FALSE(collusion.is_complete());
  collusion.add(
      HonestUpdates{1, 0, {{2, 3}, Parameters(Vector{{20, 20, 40, 40}})}});
  REQUIRE(collusion.is_complete());
  CHECK(craft(collusion).at(0).view() == Vector::Constant(2, 173));
}

TEST_CASE("an attack sees the attackers first, then the others by client") {
  const FederationPlan plan = plan_with(true);
  Matrix seen;
  std::vector<std::uint32_t> whose;
  const auto attack = memoryless([&](const AttackInput& input) -> Matrix {
    seen = input.honest;
    whose.assign(input.known.begin(), input.known.end());
    return for_all(input.global, input.attackers);
  });
  Collusion collusion(plan);
  collusion.add(kOrder);
  collusion.add(HonestUpdates{1, 1, {{5}, constant(5)}});
  collusion.add(HonestModel{1, 4, constant(4)});
  collusion.add(HonestModel{1, 1, constant(1)});
  collusion.add(HonestUpdates{1, 0, {{2}, constant(2)}});
  collusion.craft(*attack);
  CHECK(seen.col(0) == Vector{{1, 4, 2, 5}});
  CHECK(whose == std::vector<std::uint32_t>{1, 4, 2, 5});
}

}  // namespace fedltr::collusion_test
