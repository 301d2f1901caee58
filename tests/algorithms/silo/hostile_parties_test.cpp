#include "algorithms/silo/hostile_parties.hpp"

#include <doctest/doctest.h>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/silo/methods.hpp"
#include "algorithms/silo/party_training.hpp"
#include "tests/support/silo_in_one_place.hpp"
#include "tests/support/small_training.hpp"

namespace fedltr::hostile_parties_test {
using namespace fedltr::test;

namespace {

using Kind = TrainingStep::Kind;
using Told = std::map<std::uint32_t, Vector>;

PartyAttack attack_of(const std::string& name, double strength,
                      std::uint32_t parties) {
  return {[=] {
            const AttackMethod& method = find(attacks(), name);
            AttackOptions options;
            options.parameters.set(method.parameters.at(0).name, strength);
            return method.make(options);
          },
          parties};
}

const Told kTold = {
    {0, Vector{{1, 2}}}, {2, Vector{{3, 4}}}, {5, Vector{{5, 9}}}};

/// `global` of three parties whose first is hostile, by accuracy.
double accuracy_under(const std::string& rule) {
  const TrainingOptions options = quick();
  const Scaling none(kFeatures);
  std::vector<PartyTraining> parties;
  for (const PartyTrainer& party : three_parties(options))
    parties.push_back({{none, party}, {none, party}});
  SiloTrainerConfig config{model_of("softmax")->parameters(), options,
                           JointOrder::kParallel};
  config.attack = attack_of("sign-flip", 10, 1);
  if (find(aggregation_rules(), rule).make)
    config.rule = {
        [=] { return make_robust_rule(rule, "none", {.malicious = 1}); }, 3};
  const auto models =
      train_in_one_place(find(silo_methods(), "global").make, parties, config);
  return accuracy(*model_of("softmax"), models[1], instances(400, 30));
}

}  // namespace

TEST_CASE(
    "the first parties send the vectors of the attack, the others the truth") {
  Told told = kTold;
  HostileParties(attack_of("sign-flip", 2, 3)).act(Kind::kGradient, told);
  CHECK(told.at(0) == Vector{{-2, -4}});
  CHECK(told.at(2) == Vector{{-6, -8}});
  CHECK(told.at(5) == kTold.at(5));
}

TEST_CASE("without an attack, or where no hostile party is left, all is true") {
  Told told = kTold;
  HostileParties({}).act(Kind::kGradient, told);
  CHECK(told == kTold);
  told.erase(0);
  const Told left = told;
  HostileParties(attack_of("sign-flip", 2, 2)).act(Kind::kGradient, told);
  CHECK(told == left);
  told.clear();
  HostileParties(attack_of("sign-flip", 2, 2)).act(Kind::kGradient, told);
  CHECK(told.empty());
}

TEST_CASE("attackers with full knowledge reverse the mean of all") {
  Told told = kTold;
  HostileParties(attack_of("ipm", 1, 1)).act(Kind::kGradient, told);
  CHECK(told.at(0) == Vector{{-1, -2}});
  told = kTold;
  PartyAttack full = attack_of("ipm", 1, 1);
  full.full = true;
  HostileParties(full).act(Kind::kGradient, told);
  CHECK(told.at(0) == Vector{{-3, -5}});
}

TEST_CASE("attackers' draws follow from seed, kind of step and round") {
  const auto drawn = [](std::uint64_t seed, Kind kind, int rounds) {
    PartyAttack attack = attack_of("gaussian", 1, 1);
    attack.seed = seed;
    HostileParties hostile(attack);
    Told told;
    for (int i = 0; i < rounds; ++i) {
      told = kTold;
      hostile.act(kind, told);
    }
    return told.at(0);
  };
  const Vector first = drawn(1, Kind::kGradient, 1);
  CHECK(first == drawn(1, Kind::kGradient, 1));
  CHECK(first != drawn(2, Kind::kGradient, 1));
  CHECK(first != drawn(1, Kind::kTellModel, 1));
  CHECK(first != drawn(1, Kind::kGradient, 2));
}

TEST_CASE("a hostile party ruins what the mean learns, and not the median") {
  CHECK(accuracy_under("mean") < 0.5);
  CHECK(accuracy_under("median") > 0.6);
}

}  // namespace fedltr::hostile_parties_test
