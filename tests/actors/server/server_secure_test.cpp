// Federations whose server sees only sums.
#include <set>

#include <doctest/doctest.h>

#include "actors/client/client.hpp"
#include "actors/client/secure_member.hpp"
#include "actors/cohort/cohort.hpp"
#include "algorithms/privacy/secure_round.hpp"
#include "tests/support/checkpoint_keeper.hpp"
#include "tests/support/client_training.hpp"
#include "tests/support/shuffled_run.hpp"

namespace fedltr::secure_test {
namespace {

FederationPlan secure_plan(std::uint32_t clients, std::uint32_t rounds) {
  FederationPlan plan = test::small_plan(clients, rounds);
  plan.secure = SecurePlan{{0.3, 0.1, 40, 30}, 1024, 0, {}, {}};
  return plan;
}

FederationPlan plain(FederationPlan plan) {
  plan.secure.reset();
  return plan;
}

FederationPlan faulty(FederationPlan plan, const FaultOptions& options) {
  plan.faults = FaultSchedule(options, plan.seed);
  return plan;
}

const RunResult& result_of(const test::Memory& memory) {
  return memory.results.at(0);
}

/// Largest difference of the final models.
double distance(const FederationPlan& one, const FederationPlan& other) {
  const auto a = test::run(one, 2);
  const auto b = test::run(other, 2);
  REQUIRE(result_of(a).complete);
  REQUIRE(result_of(a).rounds.back().secure.lost == 0);
  return (result_of(a).model - result_of(b).model).cwiseAbs().maxCoeff();
}

}  // namespace

TEST_CASE("only simulated clients share what pairs agree on") {
  FederationPlan plan = secure_plan(4, 1);
  CHECK(begin_run(plan).plan->secure->agreed != nullptr);
  plan.secure->system = [] { return std::uint64_t{1}; };
  CHECK(begin_run(plan).plan->secure->agreed == nullptr);
}

TEST_CASE("under masks a run equals the plain one up to the quantum") {
  // A click may change once models differ in a bit, so only two rounds.
  const FederationPlan plan = secure_plan(20, 2);
  CHECK(distance(plan, plain(plan)) < 1e-10);
  CHECK(distance(plan, plain(plan)) > 0);
  FederationPlan uniform = plan;
  uniform.weighting = Weighting::kUniform;
  CHECK(distance(uniform, plain(uniform)) < 1e-10);
  FederationPlan some = secure_plan(300, 2);
  some.participation = 0.1;
  CHECK(distance(some, plain(some)) < 1e-10);
  const FederationPlan neural = test::neural_plan(plan, 4);
  CHECK(distance(neural, plain(neural)) < 1e-10);
  FederationPlan es = plan;
  es.interactions = 4;
  es.learner = find(learners(), "es").make({}, plan.simulation->ranker);
  es.optimizer = [] { return find(server_optimizers(), "adam").make(0.01); };
  CHECK(distance(es, plain(es)) < 1e-7);
  FederationPlan momentum = plan;
  momentum.optimizer = [] {
    return find(server_optimizers(), "momentum").make(1);
  };
  CHECK(distance(momentum, plain(momentum)) < 1e-10);
}

TEST_CASE("dropouts and crashes are recovered from, exactly as without masks") {
  FaultOptions options;
  options.dropout = 0.05;
  options.crash = 0.05;
  const FederationPlan plan = faulty(secure_plan(200, 3), options);
  const auto memory = test::run(plan, 2);
  const RoundRecord& last = result_of(memory).rounds.back();
  CHECK(last.secure.recovered == last.faults.dropouts + last.faults.crashes);
  CHECK(last.secure.recovered > 30);
  CHECK(last.secure.lost == 0);
  CHECK(distance(plan, plain(plan)) < 1e-10);
}

TEST_CASE("a corrupt or late update is as good as none") {
  FaultOptions options;
  options.corrupt = 0.1;
  options.late = 0.05;
  const FederationPlan plan = faulty(secure_plan(100, 4), options);
  const auto memory = test::run(plan, 2);
  const RoundRecord& last = result_of(memory).rounds.back();
  CHECK(last.faults.corrupt > 0);
  CHECK(last.refused == last.faults.corrupt);
  CHECK(last.secure.recovered == last.faults.corrupt + last.faults.late);
  CHECK(distance(plan, plain(plan)) < 1e-10);
}

TEST_CASE("too few answers lose a round, and the run continues") {
  FaultOptions options;
  options.dropout = 0.35;
  const FederationPlan plan = faulty(secure_plan(10, 12), options);
  const auto memory = test::run(plan, 2);
  const RunResult& result = result_of(memory);
  CHECK(result.complete);
  const RoundRecord& last = result.rounds.back();
  CHECK(last.secure.lost > 0);
  CHECK(last.secure.lost < 12);
  CHECK(last.faults.unused == last.secure.lost);
}

TEST_CASE("numbers out of range are not cut: a run of nothing else fails") {
  FederationPlan plan = secure_plan(10, 2);
  plan.secure->limit = 1e-9;
  const FederationPlan plans[] = {plan};
  test::Memory memory;
  Interrupt interrupt;
  const auto outcome = run_federations(plans, 2, memory, interrupt);
  CHECK(outcome.failure.find("privacy.secure-range") != std::string::npos);
}

TEST_CASE("weights that don't fit are refused before the run") {
  FederationPlan plan = secure_plan(10, 2);
  plan.secure->limit = 1e12;
  CHECK_THROWS_AS(begin_run(plan), std::invalid_argument);
}

TEST_CASE("any interleaving and any number of threads give the same bits") {
  FaultOptions options;
  options.dropout = 0.1;
  options.crash = 0.05;
  FederationPlan plan = faulty(secure_plan(300, 2), options);
  plan.participation = 0.2;
  const auto expected = test::run(plan, 1);
  for (const std::size_t threads : {2U, 8U}) {
    const auto other = test::run(plan, threads);
    CHECK(result_of(other).model == result_of(expected).model);
    for (std::size_t i = 0; i < result_of(expected).rounds.size(); ++i)
      CHECK(test::same_records(result_of(other).rounds[i],
                               result_of(expected).rounds[i]));
  }
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto shuffled = test::run_shuffled(plan, seed);
    CHECK(shuffled.result->model == result_of(expected).model);
  }
}

TEST_CASE("the system's randomness changes the masks, not the sum") {
  FederationPlan plan = secure_plan(12, 2);
  const auto simulated = test::run(plan, 2);
  // Any other random bits will do; each client draws in its own actor.
  plan.secure->system = [] {
    thread_local Rng rng(99, Purpose::kTest);
    return rng();
  };
  const auto real = test::run(plan, 1);
  CHECK(result_of(real).model == result_of(simulated).model);
}

TEST_CASE("keys and shares are in the account of bytes") {
  const FederationPlan plan = secure_plan(10, 2);
  const auto secure = test::run(plan, 2);
  const auto open = test::run(plain(plan), 2);
  const RoundRecord& last = result_of(secure).rounds.back();
  CHECK(last.secure.clients == 20);
  // Nine neighbours: a deposit and a sealed letter each way, five numbers.
  CHECK(last.secure.bytes_up > 20 * 9 * (32 + 96 + 40));
  CHECK(last.secure.bytes_up < 20 * (9 * (32 + 96 + 44) + 600));
  CHECK(last.bytes_up > last.secure.bytes_up);
  std::uint64_t up = 0;
  for (const ClientRecord& client : result_of(secure).clients)
    up += client.bytes_up;
  CHECK(up == last.bytes_up);
  CHECK(result_of(open).rounds.back().secure.clients == 0);
}

TEST_CASE("an attacker's update is masked like any other") {
  FederationPlan plan = secure_plan(12, 2);
  plan.attack.schedule = AttackSchedule(3, {});
  plan.attack.make = test::attack_of("sign-flip");
  CHECK(distance(plan, plain(plan)) < 1e-10);
}

TEST_CASE_FIXTURE(test::DetFixture,
                  "an update without masks counts for nothing among masked") {
  const MaterializedPlan begun = begin_run(secure_plan(3, 1));
  std::vector<CohortUpdate> updates;
  const auto observer = sys.spawn([&]() -> caf::behavior {
    return {[&](const CohortUpdate& m) { updates.push_back(m); },
            [](const MaskedSum& m) { CHECK(m.clients.empty()); }};
  });
  const auto actor = sys.spawn(cohort, begun.plan, begun.population.part(0, 3),
                               nullptr, 0U, caf::actor());
  run();
  caf::send_as(
      observer, actor,
      TrainCohort{
          1, Parameters(begun.plan->initial), training_spec(1), {}, false});
  step();  // the cohort opens the round
  caf::anon_send(actor,
                 Update{{0, 1, 3, 0.5, 0.5}, Parameters(Vector::Ones(6))});
  run();
  REQUIRE(updates.size() == 1);
  CHECK(updates[0].sum.clients == 0);
  // Masked updates of clients without neighbours are also refused.
  CHECK(updates[0].faults.refused >= 3);
  caf::anon_send_exit(actor, caf::exit_reason::user_shutdown);
  caf::anon_send_exit(observer, caf::exit_reason::user_shutdown);
}

TEST_CASE("a run that is resumed ends with the same bits") {
  FaultOptions options;
  options.dropout = 0.1;
  FederationPlan plan = faulty(secure_plan(30, 6), options);
  plan.checkpoint.every = 3;
  test::CheckpointKeeper whole;
  whole.run(plan);
  REQUIRE_FALSE(whole.checkpoints.empty());
  plan.resume =
      std::make_shared<const std::string>(whole.checkpoints.begin()->second);
  const auto rest = test::run(plan, 2);
  CHECK(result_of(rest).model == result_of(whole).model);
  CHECK(result_of(rest).rounds.back().secure.bytes_up ==
        result_of(whole).rounds.back().secure.bytes_up);
  for (std::size_t i = 0; i < 30; ++i)
    CHECK(result_of(rest).clients[i].bytes_up ==
          result_of(whole).clients[i].bytes_up);
}

TEST_CASE("all that cohort and server get of a client's update is uniform") {
  // The words that a client sends in place of its update, under 200 seeds of
  // secrets and one of everything else: all byte values are equally likely.
  const FederationPlan plan = secure_plan(8, 1);
  const MaterializedPlan begun = begin_run(plan);
  const Train order = test::train_order(1, plan.initial);
  const Update update = test::train(begun, 3, order);
  std::vector<double> counts(256);
  double sent = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    FederationPlan other = *begun.plan;
    other.seed = seed;
    std::vector<std::uint32_t> ids = {0, 1, 2, 3, 4, 5, 6, 7};
    SecureRound round(ids, 6, plan.secure->tolerance, graph_labels(1, 1, ids));
    std::vector<SecureClient> clients;
    for (const std::uint32_t id : ids)
      clients.emplace_back(id, secrets_of(other, id), other.secure->tolerance);
    for (const std::uint32_t id : ids)
      round.accept(SecureStage::kKeys, id,
                   write_letter(clients[id].advertise()));
    SecureMember member(other, 3);
    for (const std::uint32_t id : ids) {
      const auto told =
          read_letter<Neighbours>(round.letter(SecureStage::kShares, id));
      // Client 3 answers through its actor's own code.
      round.accept(SecureStage::kShares, id,
                   id == 3
                       ? member
                             .answer({1, 3, SecureStage::kShares,
                                      round.letter(SecureStage::kShares, 3)})
                             ->bytes
                       : write_letter(clients[id].share(1, told)));
    }
    member.answer(
        {1, 3, SecureStage::kMasks, round.letter(SecureStage::kMasks, 3)});
    const MaskedUpdate hidden =
        member.hide(other, begun.population[3], order, update);
    REQUIRE_FALSE(hidden.withdrawn);
    REQUIRE(hidden.words.size() == 6);
    for (const std::uint64_t word : hidden.words)
      for (int byte = 0; byte < 8; ++byte) ++counts[word >> 8 * byte & 255];
    sent += 48;
  }
  double chi = 0;
  for (const double count : counts)
    chi += (count - sent / 256) * (count - sent / 256) / (sent / 256);
  CHECK(chi < 377);  // 255 degrees of freedom: 1e-6 on either side
  CHECK(chi > 160);
}

}  // namespace fedltr::secure_test
