// A cohort's answers to its server.
#include "actors/cohort/cohort.hpp"

#include <doctest/doctest.h>

#include "tests/support/det_fixture.hpp"
#include "tests/support/small_federation.hpp"

namespace fedltr::cohort_test {
namespace {

/// A cohort of clients, the second of its federation, and what its server gets.
struct Led : test::DetFixture {
  std::vector<CohortUpdate> updates;
  std::vector<CohortStats> stats;
  std::vector<CohortLeft> left;
  std::vector<CohortEvaluated> evaluated;
  std::vector<ClientFailed> failures;
  caf::actor server;
  caf::actor cohort_;

  static constexpr std::uint32_t kFirst = kCohortSize;

  explicit Led(const FederationPlan& plan) {
    server = sys.spawn([this](caf::event_based_actor*) -> caf::behavior {
      return {[this](const CohortUpdate& m) { updates.push_back(m); },
              [this](const CohortStats& m) { stats.push_back(m); },
              [this](const CohortLeft& m) { left.push_back(m); },
              [this](const CohortEvaluated& m) { evaluated.push_back(m); },
              [this](const ClientFailed& m) { failures.push_back(m); }};
    });
    MaterializedPlan run = begin_run(plan);
    cohort_ =
        sys.spawn(cohort, run.plan, run.population.part(kFirst, plan.clients),
                  nullptr, 1U, caf::actor());
  }
  ~Led() {
    caf::anon_send_exit(cohort_, caf::exit_reason::user_shutdown);
    caf::anon_send_exit(server, caf::exit_reason::user_shutdown);
    run();
  }

  template <class Message>
  void send(Message message) {
    caf::send_as(server, cohort_, std::move(message));
    run();
  }
};

/// Clients that a cohort trains at once, on a few threads.
constexpr std::uint32_t kClientsInFlight = 8;

FederationPlan plan_of(std::uint32_t clients) {
  return test::small_plan(Led::kFirst + clients, 5);
}

TrainCohort order(std::uint32_t round,
                  std::vector<std::uint32_t> participants = {}) {
  return {round,
          Parameters(Vector::Zero(6)),
          training_spec(round),
          std::move(participants),
          false,
          false};
}

}  // namespace

TEST_CASE("a round of more clients than train at once is answered once") {
  Led led(plan_of(3 * kClientsInFlight));
  led.send(order(1));
  REQUIRE(led.updates.size() == 1);
  CHECK(led.updates[0].round == 1);
  CHECK(led.updates[0].cohort == 1);
  CHECK(led.updates[0].sum.clients == 3 * kClientsInFlight);
  led.send(order(2));
  REQUIRE(led.updates.size() == 2);
  CHECK(led.updates[1].round == 2);
  CHECK(led.failures.empty());
}

TEST_CASE("only participants train, and only they are counted") {
  Led led(plan_of(12));
  led.send(order(1, {Led::kFirst + 3, Led::kFirst + 11}));
  led.send(StatsRequest{1, Parameters(Vector::Zero(6))});
  REQUIRE(led.updates.size() == 1);
  CHECK(led.updates[0].sum.clients == 2);
  REQUIRE(led.stats.size() == 1);
  CHECK(led.stats[0].cohort == 1);
  REQUIRE(led.stats[0].clients.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    const ClientStats& client = led.stats[0].clients[i];
    CHECK(client.client == Led::kFirst + (i == 0 ? 3 : 11));
    CHECK(client.rounds == 1);
    CHECK(client.interactions == 3);
  }
}

TEST_CASE("a sum is the same bits in whatever order clients answer") {
  CohortUpdate first;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Led led(plan_of(20));
    caf::send_as(led.server, led.cohort_, order(1));
    led.run_shuffled(seed);
    REQUIRE(led.updates.size() == 1);
    if (seed == 0)
      first = led.updates[0];
    else
      CHECK(led.updates[0].sum.weighted == first.sum.weighted);
  }
}

TEST_CASE("clients that leave confirm it, and take no further part") {
  FederationPlan plan = plan_of(6);
  plan.unlearning.method = find(unlearning_methods(), "retrain").make;
  plan.unlearning.requests = {{1, {Led::kFirst + 1, Led::kFirst + 4}}};
  Led led(plan);
  led.send(order(1));
  led.send(LeaveCohort{{Led::kFirst + 1, Led::kFirst + 4}});
  REQUIRE(led.left.size() == 1);
  CHECK(led.left[0].cohort == 1);
  REQUIRE(led.left[0].removed.size() == 2);
  CHECK(led.left[0].removed[0].client == Led::kFirst + 1);
  CHECK(led.left[0].removed[1].client == Led::kFirst + 4);
  led.send(order(
      2, {Led::kFirst, Led::kFirst + 2, Led::kFirst + 3, Led::kFirst + 5}));
  REQUIRE(led.updates.size() == 2);
  CHECK(led.updates[1].sum.clients == 4);
  CHECK(led.failures.empty());
}

TEST_CASE("a client whose code breaks is reported to the server") {
  FederationPlan plan = plan_of(3);
  plan.learner = std::make_shared<test::BrokenLearner>();
  Led led(plan);
  led.send(order(1));
  CHECK(led.updates.empty());
  REQUIRE_FALSE(led.failures.empty());
  CHECK(led.failures[0].client >= Led::kFirst);
  CHECK(led.failures[0].what.find("broken on purpose") != std::string::npos);
}

}  // namespace fedltr::cohort_test
