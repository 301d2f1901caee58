// Attackers as actors: their messages, their knowledge and their schedule.
#include <cmath>

#include <doctest/doctest.h>

#include "actors/client/client.hpp"
#include "actors/server/server.hpp"
#include "tests/support/client_training.hpp"
#include "tests/support/det_fixture.hpp"
#include "tests/support/leaving_federation.hpp"
#include "tests/support/shuffled_run.hpp"

namespace fedltr::attack_test {
using test::Memory;
using test::run;

namespace {

FederationPlan attacked_plan(std::uint32_t clients, std::uint32_t attackers,
                             std::uint32_t rounds, const char* attack,
                             const char* rule = "mean") {
  FederationPlan plan = test::small_plan(clients, rounds);
  plan.attack.schedule = AttackSchedule(attackers, {});
  plan.attack.assumed = attackers;
  if (std::string(rule) != "mean")
    plan.rule = [rule = std::string(rule), attackers] {
      RuleOptions options;
      options.malicious = attackers;
      return make_robust_rule(rule, "none", options);
    };
  plan.attack.make = test::attack_of(attack, {{}, rounds, plan.rule});
  return plan;
}

/// The same federation without actors.
Vector plain_loop(const FederationPlan& plan) {
  const MaterializedPlan begun = begin_run(plan);
  const auto rule = plan.rule ? plan.rule() : nullptr;
  const auto attack = plan.attack.make();
  Vector model = plan.initial;
  const auto m = static_cast<Index>(plan.attack.schedule.attackers());
  std::vector<std::uint32_t> ids(plan.clients);
  std::vector<double> selection(plan.clients);
  for (std::uint32_t id = 0; id < plan.clients; ++id) ids[id] = id;
  for (std::uint32_t round = 1; round <= plan.rounds; ++round) {
    Matrix models(plan.clients, model.size());
    for (const std::uint32_t id : ids)
      models.row(id) = test::train(begun, id, test::train_order(round, model))
                           .message.view()
                           .transpose();
    const Matrix honest = plan.attack.full ? models : Matrix(models.topRows(m));
    models.topRows(m) =
        attack->craft({model, honest, m, plan.clients, plan.attack.assumed,
                       Rng(plan.seed, Purpose::kAttack, 0, round), round});
    if (rule) {
      model = rule->aggregate({models, ids, Vector(model), round}, selection);
      continue;
    }
    Vector sum = Vector::Zero(model.size());
    for (const std::uint32_t id : ids)
      sum += double(plan.interactions) * models.row(id).transpose();
    model = sum / (double(plan.interactions) * plan.clients);
  }
  return model;
}

/// Averages, and records the clients that might have taken part.
struct Hearing : RobustRule {
  explicit Hearing(std::vector<std::vector<std::uint32_t>>& heard)
      : heard_(&heard) {}
  Vector aggregate(const LocalModels& local,
                   std::span<double> selection) override {
    heard_->emplace_back(local.eligible.begin(), local.eligible.end());
    std::ranges::fill(selection, 1.0);
    return mean_of_kept(local.models, selection);
  }
  std::vector<std::vector<std::uint32_t>>* heard_;
};

}  // namespace

TEST_CASE("attacks through actors are what a plain loop makes, bit for bit") {
  for (const char* attack :
       {"lie", "fang-krum", "fang-trim", "min-max", "gaussian", "sign-flip",
        "replacement", "blinding", "seesaw", "lie-optimal"})
    for (const char* rule : {"mean", "multi-krum", "vigilant"})
      for (const bool full : {false, true}) {
        CAPTURE(attack);
        CAPTURE(rule);
        CAPTURE(full);
        FederationPlan plan = attacked_plan(11, 3, 4, attack, rule);
        plan.attack.full = full;
        const Memory memory = run(plan, 2);
        CHECK(memory.results.at(0).model == plain_loop(plan));
      }
}

TEST_CASE("full knowledge works across cohorts and beyond their windows") {
  // 2600 clients: eleven cohorts, more than train at once, and more attackers
  // than a cohort has clients in flight.
  FederationPlan plan = attacked_plan(2600, 300, 2, "lie", "median");
  plan.attack.full = true;
  const Memory one = run(plan, 1);
  CHECK(one.results.at(0).complete);
  CHECK(run(plan, 4).results.at(0).model == one.results.at(0).model);
}

TEST_CASE("colluding attackers in more cohorts than train at a time") {
  const FederationPlan plan = attacked_plan(2600, 2300, 2, "sign-flip");
  const Memory one = run(plan, 1);
  CHECK(one.results.at(0).complete);
  CHECK(run(plan, 2).results.at(0).model == one.results.at(0).model);
}

TEST_CASE("a sampled round may be all attackers, or none, for any attack") {
  for (const char* attack :
       {"lie", "fang-krum", "fang-trim", "min-max", "min-sum", "ipm",
        "gaussian", "blinding", "seesaw", "rotating", "ipm-optimal"})
    for (const bool full : {false, true}) {
      CAPTURE(attack);
      FederationPlan plan = attacked_plan(10, 4, 30, attack, "median");
      plan.participation = 0.2;
      plan.attack.full = full;
      CHECK(run(plan, 2).results.at(0).complete);
    }
}

TEST_CASE("attackers in a sampled round, all of a cohort, or none") {
  FederationPlan plan =
      attacked_plan(600, 260, 12, "sign-flip", "trimmed-mean");
  plan.participation = 0.01;
  for (const bool full : {false, true}) {
    plan.attack.full = full;
    const Memory one = run(plan, 1);
    CHECK(one.results.at(0).complete);
    CHECK(run(plan, 2).results.at(0).model == one.results.at(0).model);
  }
}

TEST_CASE("attackers are honest before and after the rounds of attack") {
  const FederationPlan honest = test::small_plan(10, 6);
  FederationPlan plan = attacked_plan(10, 3, 6, "scaled");
  plan.attack.schedule =
      AttackSchedule(3, {{3, Event::kAttack, {}}, {5, Event::kHonest, {}}});
  const auto attacked = run(plan, 2).rounds.at(0);
  const auto clean = run(honest, 2).rounds.at(0);
  CHECK(attacked.at(2).metrics == clean.at(2).metrics);
  CHECK_FALSE(attacked.at(3).metrics == clean.at(3).metrics);
  plan.attack.schedule = AttackSchedule(3, {{7, Event::kAttack, {}}});
  CHECK(run(plan, 2).results.at(0).model == run(honest, 2).results.at(0).model);
}

TEST_CASE("poisoned clicks move the model, and only in their rounds") {
  FederationPlan plan = test::small_plan(10, 6);
  const Vector clean = run(plan, 1).results.at(0).model;
  plan.attack.schedule = AttackSchedule(4, {});
  ClickOptions options;
  options.grades = 3;
  plan.attack.poison = find(click_models(), "poison").make(options);
  const Vector poisoned = run(plan, 2).results.at(0).model;
  CHECK_FALSE(poisoned == clean);
  CHECK(poisoned.dot(clean) < clean.squaredNorm());
  plan.attack.schedule = AttackSchedule(4, {{7, Event::kAttack, {}}});
  CHECK(run(plan, 1).results.at(0).model == clean);
}

TEST_CASE("rejected clients are counted, attackers apart from the honest") {
  FederationPlan plan = attacked_plan(11, 3, 5, "gaussian", "multi-krum");
  plan.attack.make =
      test::attack_of("gaussian", {{{"gaussian.length", 1000.0}}});
  const Memory memory = run(plan, 2);
  const RoundRecord& last = memory.rounds.at(0).back();
  CHECK(last.rejected_attackers == 3 * 5);
  CHECK(last.rejected_honest == 0);
  for (std::size_t i = 0; i < 11; ++i) {
    const ClientRecord& client = memory.results.at(0).clients[i];
    const Verdicts& verdicts = i < 3 ? client.attacking : client.honest;
    CHECK(verdicts.judged == 5);
    CHECK(verdicts.rejected == (i < 3 ? 5 : 0));
    CHECK(client.honest.judged + client.attacking.judged == 5);
    CHECK(client.selection == doctest::Approx(i < 3 ? 0 : 5 * 11.0 / 8));
  }
}

TEST_CASE("30 random interleavings of an attacked run give the same bits") {
  for (const char* attack : {"min-max", "seesaw"}) {
    FederationPlan plan = attacked_plan(520, 20, 3, attack, "krum");
    plan.attack.full = true;
    plan.participation = 0.2;
    Vector expected;
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
      const auto result = test::run_shuffled(plan, seed).result;
      if (seed == 1) expected = result->model;
      CHECK(result->model == expected);
    }
  }
}

TEST_CASE("rules and attackers get the possible participants") {
  using Lists = std::vector<std::vector<std::uint32_t>>;
  FederationPlan plan = test::small_plan(6, 3);
  plan.absent = {5};
  plan.participation = 0.75;
  plan.faults =
      FaultSchedule({}, 1, {{2, Event::kLeave, {4}}, {3, Event::kJoin, {1}}});
  plan.attack.schedule = AttackSchedule(1, {});
  Lists heard;
  Lists known;
  plan.rule = [&] { return std::make_unique<Hearing>(heard); };
  plan.attack.make = [&] {
    return memoryless([&](const AttackInput& input) -> Matrix {
      known.emplace_back(input.eligible.begin(), input.eligible.end());
      return input.honest.topRows(input.attackers);
    });
  };
  CHECK(run(plan, 1).results.at(0).complete);
  const Lists expected = {{0, 2, 3, 4}, {0, 2, 3}, {0, 1, 2, 3}};
  CHECK(heard == expected);
  for (const auto& list : known) CHECK(std::ranges::count(expected, list) == 1);
  CHECK(!known.empty());
}

TEST_CASE("vigilant gets the clients that are present, however few") {
  const auto outcome = [](std::vector<std::uint32_t> absent,
                          std::vector<TimelineEntry> timeline) {
    FederationPlan plan = test::small_plan(10, 60);
    plan.absent = std::move(absent);
    plan.faults = FaultSchedule({}, 1, std::move(timeline));
    plan.rule = [] {
      RuleOptions options;
      options.clients = 10;
      return make_robust_rule("vigilant", "none", options);
    };
    return run(plan, 2).results.at(0).model.norm();
  };
  const std::vector<std::uint32_t> six = {0, 1, 2, 3, 4, 5};
  const double all = outcome({}, {});
  CHECK(all > 0);
  CHECK(outcome(six, {}) > 0.5 * all);
  CHECK(outcome({}, {{2, Event::kLeave, six}}) > 0.5 * all);
  CHECK(outcome({}, {{55, Event::kJoin, six}}) > 0.5 * all);
}

TEST_CASE("an attack that throws fails the run, and no client waits") {
  FederationPlan plan = attacked_plan(10, 3, 5, "lie");
  plan.attack.make = [] {
    return memoryless([](const AttackInput&) -> Matrix {
      throw std::logic_error("broken on purpose");
    });
  };
  Memory memory;
  Interrupt interrupt;
  const auto outcome = run_federations({&plan, 1}, 2, memory, interrupt);
  CHECK(outcome.failure.find("broken on purpose") != std::string::npos);
}

TEST_CASE("attackers' updates are checked like those of all clients") {
  FederationPlan plan = attacked_plan(10, 3, 4, "lie");
  plan.attack.make = [] {
    return memoryless([](const AttackInput& input) -> Matrix {
      return Matrix::Constant(input.attackers, input.global.size(), NAN);
    });
  };
  const Memory memory = run(plan, 2);
  CHECK(memory.rounds.at(0).back().refused == 3 * 4);
  CHECK(memory.results.at(0).model.allFinite());
}

TEST_CASE("attackers go by rounds of training while clients are unlearned") {
  for (const char* method : {"federaser", "fine-tune", "pga", "retrain"})
    for (const char* attack : {"stealth", "replacement"}) {
      CAPTURE(method);
      CAPTURE(attack);
      FederationPlan plan = test::leaving_plan(method, {{4, {6}}});
      const auto unlearned = [&] {
        return test::run(plan, 2).results.at(0).unlearned.at(0);
      };
      const UnlearningRecord honest = unlearned();
      plan.attack.schedule = AttackSchedule(2, {});
      const auto attacked_from = [&](std::uint64_t start) {
        AttackOptions options;
        options.rounds = plan.rounds;
        options.parameters = {{"start", start}};
        plan.attack.make = test::attack_of(attack, options);
        return unlearned();
      };
      CHECK_FALSE(attacked_from(4).before == honest.before);
      const UnlearningRecord later = attacked_from(5);
      CHECK(later.before == honest.before);
      CHECK(later.model == honest.model);
    }
}

}  // namespace fedltr::attack_test
