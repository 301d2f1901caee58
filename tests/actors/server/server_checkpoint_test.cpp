// A resumed run ends with the bits of one that was never interrupted.
#include <doctest/doctest.h>

#include "actors/client/client.hpp"
#include "actors/runtime/recorder.hpp"
#include "actors/server/server.hpp"
#include "algorithms/core/archive.hpp"
#include "tests/support/checkpoint_keeper.hpp"
#include "tests/support/det_fixture.hpp"

namespace fedltr::server_checkpoint_test {
namespace {

using test::bytes_of;
using test::CheckpointKeeper;

std::unique_ptr<CheckpointKeeper> run(const FederationPlan& plan,
                                      std::uint32_t stop_at = 0,
                                      std::uint32_t ask_at = 0) {
  auto keeper = std::make_unique<CheckpointKeeper>();
  keeper->stop_at = stop_at;
  keeper->ask_at = ask_at;
  keeper->run(plan);
  return keeper;
}

void check_resumes(const FederationPlan& plain) {
  const std::string expected = bytes_of(run(plain)->results.at(0));
  FederationPlan plan = plain;
  plan.checkpoint = {true, 3};
  const auto whole = run(plan);
  CHECK(bytes_of(whole->results.at(0)) == expected);
  CHECK(whole->checkpoints.size() >= 1);
  for (const auto& [round, bytes] : whole->checkpoints) {
    FederationPlan rest = plain;
    rest.resume = std::make_shared<const std::string>(bytes);
    CHECK(bytes_of(run(rest)->results.at(0)) == expected);
  }
  // Stopped again and again at any point, with its open round discarded.
  FederationPlan stopped = plain;
  stopped.checkpoint = {true, 0};
  for (std::uint32_t sitting = 1; sitting < count_rounds(plain); ++sitting) {
    const auto part = run(stopped, sitting);
    if (part->checkpoints.empty()) continue;
    const auto& [round, bytes] = *part->checkpoints.rbegin();
    CHECK(round >= sitting);
    FederationPlan rest = plain;
    rest.resume = std::make_shared<const std::string>(bytes);
    CHECK(bytes_of(run(rest)->results.at(0)) == expected);
    stopped.resume = rest.resume;
  }
}

FederationPlan personal(FederationPlan plan) {
  plan = test::neural_plan(plan, 3);
  plan.personal = 3;
  plan.personal_evaluations = {plan.evaluation};
  plan.report_local_metrics = true;
  return plan;
}

FederationPlan ruled(FederationPlan plan, const std::string& rule,
                     const std::string& before = "none") {
  plan.rule = [rule, before] {
    RuleOptions options;
    options.malicious = 3;
    options.parameters = {{"window", std::uint64_t{4}}};
    options.trusted = [](const Vector& global, std::uint32_t) -> Vector {
      return global + Vector::Ones(global.size());
    };
    return make_robust_rule(rule, before, options);
  };
  return plan;
}

FederationPlan attacked(FederationPlan plan, const std::string& attack,
                        bool full) {
  plan.attack.schedule =
      AttackSchedule(3, {{4, Event::kHonest, {}}, {7, Event::kAttack, {}}});
  plan.attack.make = test::attack_of(attack, {{}, plan.rounds, plan.rule});
  plan.attack.assumed = 3;
  plan.attack.full = full;
  return plan;
}

FederationPlan optimized(FederationPlan plan, const std::string& server) {
  plan.optimizer = [server] {
    return find(server_optimizers(), server).make(0.1);
  };
  return plan;
}

}  // namespace

TEST_CASE("a run resumes from any checkpoint with the same bits") {
  SUBCASE("linear, several cohorts") {
    check_resumes(test::small_plan(600, 8));
  }
  SUBCASE("neural") {
    check_resumes(test::neural_plan(test::small_plan(20, 10), 3));
  }
  SUBCASE("rarely evaluated") {
    FederationPlan plan = test::small_plan(20, 11);
    plan.evaluate_every = 4;
    check_resumes(plan);
  }
  SUBCASE("FedPer") {
    check_resumes(personal(test::small_plan(270, 8)));
  }
  SUBCASE("FedPer, some take part") {
    FederationPlan plan = personal(test::small_plan(300, 10));
    plan.participation = 0.1;
    check_resumes(plan);
  }
  SUBCASE("participation and a privacy budget") {
    FederationPlan plan = test::small_plan(40, 30);
    plan.participation = 0.4;
    plan.privacy.guarantee = gaussian_guarantee(2);
    plan.privacy.budget = plan.privacy.after(9).best();
    check_resumes(plan);
  }
}

TEST_CASE("a run whose server keeps state resumes with the same bits") {
  for (const auto& method : server_optimizers()) {
    CAPTURE(method.name);
    check_resumes(optimized(test::small_plan(20, 9), method.name));
  }
  for (const auto& method : aggregation_rules()) {
    if (!method.make) continue;
    CAPTURE(method.name);
    check_resumes(
        attacked(ruled(test::small_plan(20, 12), method.name), "lie", false));
  }
  check_resumes(
      attacked(ruled(test::small_plan(30, 9), "centered-clip", "bucketing"),
               "min-max", true));
  FederationPlan some = attacked(
      optimized(ruled(personal(test::small_plan(60, 9)), "fldetector"), "adam"),
      "sign-flip", false);
  some.participation = 0.5;
  check_resumes(some);
}

TEST_CASE("a run whose attackers keep state resumes with the same bits") {
  for (const auto& method : attacks()) {
    if (!method.traits.on_models) continue;
    for (const bool full : {false, true}) {
      CAPTURE(method.name);
      CAPTURE(full);
      check_resumes(attacked(ruled(test::small_plan(20, 12), "vigilant"),
                             method.name, full));
    }
  }
}

TEST_CASE("a run whose clients leave and are unlearned resumes the same") {
  for (const auto& method : unlearning_methods())
    for (const double participation : {1.0, 0.6}) {
      CAPTURE(method.name);
      FederationPlan plan = optimized(test::small_plan(12, 8), "momentum");
      plan.participation = participation;
      plan.unlearning.method = method.make;
      plan.unlearning.options.interval = 3;
      plan.unlearning.options.parameters = {{"ascent", std::uint64_t{4}}};
      plan.unlearning.requests = {{5, {2, 7}}, {8, {0}}};
      plan.unlearning.evidence = true;
      LearnerOptions reversed;
      reversed.reversed = true;
      plan.unlearning.ascent_learner =
          find(learners(), "pdgd").make(reversed, plan.simulation->ranker);
      check_resumes(plan);
      check_resumes(ruled(plan, "centered-clip"));
      // Attackers also leave, and the adversary stays.
      plan.attack.schedule = AttackSchedule(4, {});
      plan.attack.make = test::attack_of("unlearning-probe");
      check_resumes(plan);
    }
}

TEST_CASE("a checkpoint can be asked for at any time") {
  FederationPlan plan = test::small_plan(20, 12);
  const std::string expected = bytes_of(run(plan)->results.at(0));
  const auto asked = run(plan, 0, 2);
  REQUIRE(asked->checkpoints.size() <= 1);
  CHECK(bytes_of(asked->results.at(0)) == expected);
  for (const auto& [round, bytes] : asked->checkpoints) {
    plan.resume = std::make_shared<const std::string>(bytes);
    CHECK(bytes_of(run(plan)->results.at(0)) == expected);
  }
}

TEST_CASE("20 random interleavings make the same checkpoints") {
  FederationPlan plan = personal(test::small_plan(260, 6));
  plan.checkpoint.every = 2;
  std::map<std::uint32_t, std::string> expected;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    test::DetFixture fixture;
    std::map<std::uint32_t, std::string> checkpoints;
    const auto observer = fixture.sys.spawn([&]() -> caf::behavior {
      return {[](const RecordRound&) {}, [](const RecordResult&) {},
              [](const RunEnded& m) { CHECK(m.failure == ""); },
              [&](const RecordCheckpoint& m) {
                checkpoints[m.round] = *m.bytes;
                return CheckpointKept{};
              }};
    });
    const auto handle = fixture.sys.spawn(server, begin_run(plan), observer,
                                          observer, SpawnCohort());
    caf::anon_send(handle, StartRun{});
    fixture.run_shuffled(seed);
    // Later rounds depend on when the checkpoint before them is on disk.
    REQUIRE(checkpoints.contains(2));
    for (const auto& [round, bytes] : checkpoints) {
      const auto [known, fresh] = expected.emplace(round, bytes);
      CHECK(known->second == bytes);
    }
    caf::anon_send_exit(observer, caf::exit_reason::user_shutdown);
  }
}

TEST_CASE("a checkpoint of another federation, or damaged, fails the run") {
  FederationPlan plan = personal(test::small_plan(20, 6));
  plan.checkpoint.every = 2;
  const std::string good = run(plan)->checkpoints.at(2);
  const auto failure_of = [](FederationPlan resumed, const std::string& bytes) {
    resumed.resume = std::make_shared<const std::string>(bytes);
    test::Memory memory;
    Interrupt interrupt;
    return run_federations({&resumed, 1}, 2, memory, interrupt).failure;
  };
  CHECK(failure_of(plan, good) == "");
  CHECK(failure_of(plan, "") != "");
  CHECK(failure_of(test::small_plan(20, 6), good) != "");
  CHECK(failure_of(personal(test::small_plan(300, 6)), good) != "");
  FederationPlan shorter = plan;
  shorter.rounds = 1;
  CHECK(failure_of(shorter, good) != "");
  for (std::size_t size = 0; size < good.size(); size += 97)
    CHECK(failure_of(plan, good.substr(0, size)) != "");
}

}  // namespace fedltr::server_checkpoint_test
