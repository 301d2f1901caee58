// Clients that drop out, crash, answer late or send invalid updates.
#include <doctest/doctest.h>

#include "actors/cohort/cohort.hpp"
#include "actors/server/server.hpp"
#include "algorithms/federation/participation.hpp"
#include "tests/support/checkpoint_keeper.hpp"
#include "tests/support/counting_store.hpp"
#include "tests/support/det_fixture.hpp"

namespace fedltr::faults_test {
namespace {

using test::bytes_of;

FaultOptions all_faults(bool use_late) {
  FaultOptions options;
  options.dropout = 0.15;
  options.crash = 0.1;
  options.late = 0.2;
  options.corrupt = 0.1;
  options.delay = 3;
  options.use_late = use_late;
  return options;
}

FederationPlan faulty(FaultOptions options, std::uint32_t clients = 300,
                      std::uint32_t rounds = 12) {
  FederationPlan plan = test::small_plan(clients, rounds);
  plan.faults = FaultSchedule(options, plan.seed);
  return plan;
}

FaultCounts counted(const FederationPlan& plan) {
  FaultCounts counts;
  for (std::uint32_t round = 1; round <= plan.rounds; ++round)
    for (std::uint32_t client = 0; client < plan.clients; ++client) {
      const Fault fault = plan.faults.fault(client, round);
      counts.dropouts += fault == Fault::kDropout;
      counts.crashes += fault == Fault::kCrash;
      counts.corrupt += fault == Fault::kCorrupt;
      if (fault != Fault::kLate) continue;
      ++counts.late;
      counts.stale += plan.faults.options().use_late &&
                      round + plan.faults.delay(client, round) <= plan.rounds;
    }
  return counts;
}

void check_resumes(const FederationPlan& plain) {
  const std::string expected = bytes_of(test::run(plain, 2).results.at(0));
  FederationPlan plan = plain;
  plan.checkpoint = {true, 1};
  for (const std::uint32_t stop_at : {0U, 3U, 5U}) {
    test::CheckpointKeeper keeper;
    keeper.stop_at = stop_at;
    keeper.run(plan);
    CHECK_FALSE(keeper.checkpoints.empty());
    for (const auto& [round, bytes] : keeper.checkpoints) {
      FederationPlan rest = plain;
      rest.resume = std::make_shared<const std::string>(bytes);
      CHECK(bytes_of(test::run(rest, 2).results.at(0)) == expected);
    }
  }
}

FederationPlan personal(FederationPlan plan) {
  plan = test::neural_plan(std::move(plan), 3);
  plan.personal = 3;
  plan.personal_evaluations = {plan.evaluation};
  return plan;
}

}  // namespace

TEST_CASE("every fault is counted, and named by client") {
  for (const bool use_late : {false, true}) {
    const FederationPlan plan = faulty(all_faults(use_late));
    const test::Memory memory = test::run(plan, 2);
    const RoundRecord& last = memory.rounds.at(0).back();
    const FaultCounts expected = counted(plan);
    CHECK(last.faults == expected);
    CHECK(last.refused == expected.corrupt);
    CHECK(last.dropped == expected.dropouts + expected.crashes +
                              (use_late ? 0 : expected.late));
    std::uint64_t dropped = 0;
    std::uint64_t refused = 0;
    std::uint64_t interactions = 0;
    std::uint64_t up = 0;
    for (const ClientRecord& client : memory.results.at(0).clients) {
      dropped += client.dropped;
      refused += client.refused;
      interactions += client.interactions;
      up += client.bytes_up;
    }
    CHECK(dropped == last.dropped);
    CHECK(refused == last.refused);
    CHECK(interactions == last.interactions);
    CHECK(up == last.bytes_up);
    CHECK(last.metrics[0] > memory.rounds.at(0).front().metrics[0]);
  }
}

TEST_CASE("faults give the same bits for any number of threads") {
  for (const bool use_late : {false, true}) {
    const FederationPlan plan = faulty(all_faults(use_late), 600);
    const std::string expected = bytes_of(test::run(plan, 1).results.at(0));
    for (const std::size_t threads : {2, 4, 8})
      CHECK(bytes_of(test::run(plan, threads).results.at(0)) == expected);
  }
  const FederationPlan own = personal(faulty(all_faults(true), 40));
  CHECK(bytes_of(test::run(own, 1).results.at(0)) ==
        bytes_of(test::run(own, 4).results.at(0)));
}

TEST_CASE("crashes lose updates, but nothing that clients keep") {
  FaultOptions crash;
  crash.crash = 0.4;
  FaultOptions dropout;
  dropout.dropout = 0.4;
  for (const bool own : {false, true}) {
    FederationPlan crashing = faulty(crash, 30);
    FederationPlan dropping = faulty(dropout, 30);
    if (own) {
      crashing = personal(crashing);
      dropping = personal(dropping);
    }
    const auto crashed = test::run(crashing, 2);
    const auto dropped = test::run(dropping, 2);
    // The same clients fail; one that lost its own part would diverge.
    CHECK(crashed.results.at(0).model == dropped.results.at(0).model);
    CHECK(crashed.rounds.at(0).back().faults.crashes ==
          dropped.rounds.at(0).back().faults.dropouts);
    for (std::size_t i = 0; i < 30; ++i)
      CHECK(crashed.results.at(0).clients[i].personal ==
            dropped.results.at(0).clients[i].personal);
  }
}

TEST_CASE("histories outlast crashes, also those in a store") {
  FaultOptions options;
  options.crash = 0.3;
  FederationPlan plan = faulty(options, 40, 20);
  plan.unlearning.requests = {{20, {3}}};
  plan.unlearning.method = find(unlearning_methods(), "federaser").make;
  plan.unlearning.options.interval = 1;
  plan.unlearning.in_memory = 100;
  const std::string expected = bytes_of(test::run(plan, 1).results.at(0));
  plan.unlearning.in_memory = 1;
  for (int i = 0; i < 5; ++i) {
    const auto store = std::make_shared<test::CountingStore>();
    plan.unlearning.store = [store] { return store; };
    CHECK(bytes_of(test::run(plan, 4).results.at(0)) == expected);
    CHECK(store->pieces.empty());
  }
}

TEST_CASE("a store that breaks fails the run and names the client") {
  struct Broken final : HistoryStore {
    void write(std::uint32_t, std::uint32_t, std::string_view) override {
      throw std::runtime_error("no room");
    }
    std::string read(std::uint32_t, std::uint32_t) override { return {}; }
    void remove(std::uint32_t) override {}
  };
  FaultOptions options;
  options.crash = 0.3;
  FederationPlan plan = faulty(options, 5, 9);
  plan.unlearning.requests = {{9, {3}}};
  plan.unlearning.method = find(unlearning_methods(), "federaser").make;
  plan.unlearning.options.interval = 1;
  plan.unlearning.in_memory = 1;
  plan.unlearning.store = [] { return std::make_shared<Broken>(); };
  test::CheckpointKeeper keeper;
  const FederationPlan plans[] = {plan};
  const auto outcome = run_federations(plans, 2, keeper, keeper.interrupt);
  CHECK(outcome.failure.find("failed: no room") != std::string::npos);
}

TEST_CASE("faults do not hide that nothing that comes is any good") {
  FaultOptions options;
  options.dropout = 0.2;
  FederationPlan plan = faulty(options, 20, 5);
  LearnerOptions wild;
  wild.parameters = {{"rate", 1e200}};
  plan.learner = find(learners(), "pdgd").make(wild, plan.simulation->ranker);
  test::CheckpointKeeper keeper;
  const FederationPlan plans[] = {plan};
  const auto outcome = run_federations(plans, 2, keeper, keeper.interrupt);
  CHECK(outcome.failure.find("every update of round") != std::string::npos);
}

TEST_CASE("a client that has left makes no ascent when it is unlearned") {
  FederationPlan plan = test::small_plan(12, 9);
  plan.faults = FaultSchedule({}, 1, {{4, Event::kLeave, {3}}});
  plan.unlearning.requests = {{9, {3}}};
  plan.unlearning.method = find(unlearning_methods(), "pga").make;
  plan.unlearning.ascent_learner =
      find(learners(), "pdgd").make({}, plan.simulation->ranker);
  const auto result = test::run(plan, 2).results.at(0);
  CHECK(result.complete);
  CHECK(result.clients[3].interactions == 3 * 3);
}

TEST_CASE("personal layers are evaluated of the clients that are present") {
  FederationPlan joining = personal(faulty({}, 12, 6));
  FederationPlan absent = joining;
  TimelineEntry join{6, Event::kJoin, {}};
  for (std::uint32_t i = 3; i < 12; ++i) {
    join.clients.push_back(i);
    absent.absent.push_back(i);
  }
  joining.faults = FaultSchedule({}, joining.seed, {join});
  const auto later = test::run(joining, 2).rounds.at(0);
  const auto never = test::run(absent, 2).rounds.at(0);
  for (std::size_t round = 1; round < 6; ++round)
    CHECK(later[round].metrics == never[round].metrics);
}

TEST_CASE("runs with faults resume with the same bits") {
  check_resumes(faulty(all_faults(true), 20, 8));
  check_resumes(faulty(all_faults(false), 300, 6));
  check_resumes(personal(faulty(all_faults(true), 12, 6)));
}

TEST_CASE("a round of too few updates is not used, and the run continues") {
  FaultOptions options;
  options.dropout = 0.5;
  options.least = 10;
  const FederationPlan plan = faulty(options, 20, 30);
  const auto memory = test::run(plan, 2);
  const auto& rounds = memory.rounds.at(0);
  std::uint64_t unused = 0;
  for (std::uint32_t round = 1; round <= 30; ++round) {
    const bool used = rounds[round].clients >= 10;
    unused += !used;
    CHECK(rounds[round].faults.unused == unused);
    if (!used) CHECK(rounds[round].metrics == rounds[round - 1].metrics);
  }
  CHECK(unused > 0);
  CHECK(unused < 30);
  CHECK(memory.results.at(0).complete);
}

TEST_CASE("late updates that come in a round not used are lost, and counted") {
  FaultOptions options;
  options.dropout = 0.4;
  options.late = 0.4;
  options.delay = 2;
  options.use_late = true;
  options.least = 11;
  const auto last =
      test::run(faulty(options, 20, 30), 2).rounds.at(0).back().faults;
  CHECK(last.unused > 0);
  CHECK(last.lost > 0);
  CHECK(last.stale > 0);
  CHECK(last.stale + last.lost <= last.late);
}

TEST_CASE("late updates come when they are due, however few take part") {
  FaultOptions options;
  options.late = 0.5;
  options.delay = 2;
  options.use_late = true;
  // At most two of the three cohorts take part in a round.
  FederationPlan plan = faulty(options, 600, 20);
  plan.participation = 2.0 / 600;
  std::map<std::uint32_t, std::uint64_t> due;
  for (std::uint32_t round = 1; round <= plan.rounds; ++round) {
    Rng rng(plan.seed, Purpose::kParticipation, 0, round);
    for (const std::uint32_t client :
         draw_participants(plan.clients, plan.participation, rng))
      if (plan.faults.fault(client, round) == Fault::kLate)
        ++due[round + plan.faults.delay(client, round)];
  }
  const auto rounds = test::run(plan, 2).rounds.at(0);
  std::uint64_t stale = 0;
  for (const RoundRecord& record : rounds) {
    stale += due[record.round];
    CHECK(record.faults.stale == stale);
  }
  CHECK(stale > 10);
  check_resumes(plan);
}

TEST_CASE("a round without any answer is one of too few") {
  FaultOptions options;
  options.dropout = 0.6;
  const auto memory = test::run(faulty(options, 2, 30), 2);
  CHECK(memory.rounds.at(0).back().faults.unused > 0);
  CHECK(memory.results.at(0).complete);
}

TEST_CASE("clients join and leave, and what they taught stays") {
  FederationPlan plan = test::small_plan(300, 6);
  plan.faults = FaultSchedule(
      {}, 1, {{3, Event::kJoin, {0, 299}}, {5, Event::kLeave, {7}}});
  const auto memory = test::run(plan, 2);
  std::vector<std::uint32_t> clients;
  for (const auto& record : memory.rounds.at(0))
    clients.push_back(record.clients);
  CHECK(clients == std::vector<std::uint32_t>{0, 298, 298, 300, 300, 299, 299});
  CHECK(memory.results.at(0).clients[0].interactions == 4 * 3);
  CHECK(memory.results.at(0).clients[7].interactions == 4 * 3);
  CHECK(memory.results.at(0).clients[8].interactions == 6 * 3);
  CHECK(memory.rounds.at(0).back().dropped == 0);
  check_resumes(plan);
}

TEST_CASE("retraining repeats the faults there were") {
  FederationPlan plan = faulty(all_faults(false), 12, 9);
  FederationPlan baseline = plan;
  plan.unlearning.requests = {{9, {3}}};
  plan.unlearning.method = find(unlearning_methods(), "retrain").make;
  baseline.absent = {3};
  const auto forgot = test::run(plan, 2);
  CHECK(forgot.results.at(0).model ==
        test::run(baseline, 2).results.at(0).model);
  for (const char* method : {"federaser", "fedremove"}) {
    plan.unlearning.method = find(unlearning_methods(), method).make;
    plan.unlearning.options.interval = 2;
    const auto memory = test::run(plan, 2);
    CHECK(memory.results.at(0).complete);
    CHECK(bytes_of(memory.results.at(0)) ==
          bytes_of(test::run(plan, 4).results.at(0)));
    check_resumes(plan);
  }
}

TEST_CASE("colluding attackers don't fail, and failed clients aren't awaited") {
  FaultOptions options = all_faults(false);
  options.spared = 3;
  options.least = 5;
  for (const bool full : {false, true}) {
    FederationPlan plan = faulty(options, 20, 10);
    plan.attack.schedule = AttackSchedule(3, {});
    plan.attack.make = test::attack_of("lie");
    plan.attack.assumed = 3;
    plan.attack.full = full;
    const auto memory = test::run(plan, 2);
    CHECK(memory.results.at(0).complete);
    for (std::size_t i = 0; i < 3; ++i)
      CHECK(memory.results.at(0).clients[i].dropped == 0);
  }
}

TEST_CASE("any order of messages gives the same round") {
  const auto materialized = begin_run(faulty(all_faults(true), 20, 6));
  const auto& plan = materialized.plan;
  std::vector<Vector> sums[2];
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    test::DetFixture fixture;
    auto population = materialized.population;
    const auto cohort_actor =
        fixture.sys.spawn(cohort, plan, population.part(0, 20),
                          std::shared_ptr<HistoryStore>(), 0U, caf::actor());
    std::vector<Vector> seen;
    for (std::uint32_t round = 1; round <= 6; ++round) {
      fixture.self->send(cohort_actor, TrainCohort{round,
                                                   Parameters(Vector::Zero(6)),
                                                   training_spec(round),
                                                   {},
                                                   false});
      fixture.run_shuffled(seed);
      fixture.self->receive([&](const CohortUpdate& update) {
        seen.emplace_back(update.sum.weighted);
      });
    }
    if (seed == 1)
      sums[0] = seen;
    else
      CHECK(seen == sums[0]);
    fixture.self->send_exit(cohort_actor, caf::exit_reason::user_shutdown);
  }
}

}  // namespace fedltr::faults_test
