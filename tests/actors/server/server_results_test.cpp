// Results that a server assembles at the end of a run.
#include <cmath>

#include <doctest/doctest.h>

#include "actors/client/client.hpp"
#include "actors/server/server.hpp"
#include "tests/support/small_federation.hpp"

namespace fedltr::server_results_test {
namespace {

RunResult result_of(const FederationPlan& plan) {
  return test::run(plan, 2).results.at(0);
}

FederationPlan personal_plan() {
  FederationPlan plan = test::neural_plan(test::small_plan(5, 4), 3);
  plan.personal = 3;
  plan.personal_evaluations = {plan.evaluation};
  plan.report_local_metrics = true;
  return plan;
}

}  // namespace

TEST_CASE("a client's bytes are its orders and its updates") {
  FederationPlan plan = test::small_plan(300, 5);
  const RunResult result = result_of(plan);
  REQUIRE(result.clients.size() == 300);
  const std::uint64_t order =
      wire_size(Train{0, Parameters(Vector::Zero(6)), {}});
  const std::uint64_t update =
      wire_size(Update{{}, Parameters(Vector::Zero(6))});
  std::uint64_t up = 0;
  std::uint64_t down = 0;
  for (const ClientRecord& client : result.clients) {
    CHECK(client.interactions == 15);
    CHECK(client.bytes_up == 5 * update);
    CHECK(client.bytes_down == 5 * order);
    CHECK(client.refused == 0);
    CHECK(client.dropped == 0);
    up += client.bytes_up;
    down += client.bytes_down;
  }
  CHECK(result.rounds.back().bytes_up == up);
  CHECK(result.rounds.back().bytes_down == down);
  CHECK(result.max_rounds == 5);
}

TEST_CASE("a client that drops out has its orders' bytes only") {
  FederationPlan plan = test::small_plan(20, 6);
  FaultOptions options;
  options.dropout = 0.3;
  plan.faults = FaultSchedule(options, plan.seed, {});
  const RunResult result = result_of(plan);
  const std::uint64_t update =
      wire_size(Update{{}, Parameters(Vector::Zero(6))});
  std::uint64_t dropped = 0;
  for (const ClientRecord& client : result.clients) {
    CHECK(client.bytes_up % update == 0);
    CHECK(client.bytes_up / update + client.dropped == 6);
    dropped += client.dropped;
  }
  CHECK(dropped > 0);
  CHECK(result.rounds.back().dropped == dropped);
}

TEST_CASE("metrics by query are those of the final model") {
  const FederationPlan plan = test::small_plan(4, 5);
  const RunResult result = result_of(plan);
  const Matrix expected = plan.evaluation->per_query(result.model);
  REQUIRE(result.per_query.rows() == expected.rows());
  for (Index i = 0; i < expected.size(); ++i)
    CHECK((result.per_query.data()[i] == expected.data()[i] ||
           (std::isnan(result.per_query.data()[i]) &&
            std::isnan(expected.data()[i]))));
}

TEST_CASE("with personal layers metrics by query are means over the clients") {
  const FederationPlan plan = personal_plan();
  const RunResult result = result_of(plan);
  CHECK(result.model.size() == plan.initial.size() - 3);
  Matrix sum = Matrix::Zero(result.per_query.rows(), result.per_query.cols());
  Vector whole(plan.initial.size());
  whole.head(result.model.size()) = result.model;
  for (const ClientRecord& client : result.clients) {
    REQUIRE(client.personal.size() == 3);
    whole.tail(3) = client.personal;
    sum += plan.evaluation->per_query(whole);
  }
  CHECK(result.clients[0].personal != result.clients[1].personal);
  for (Index i = 0; i < sum.size(); ++i)
    if (!std::isnan(sum.data()[i]))
      CHECK(result.per_query.data()[i] == doctest::Approx(sum.data()[i] / 5));
}

TEST_CASE("pooled personal layers are evaluated as one model, in each round") {
  FederationPlan plan = personal_plan();
  plan.pools_personal = true;
  const RunResult result = result_of(plan);
  const RunResult own = result_of(personal_plan());
  // Evaluation changes nothing that is learned.
  CHECK(result.model == own.model);
  Vector whole(plan.initial.size());
  whole.head(result.model.size()) = result.model;
  whole.tail(3).setZero();
  for (const ClientRecord& client : result.clients)
    whole.tail(3) += client.personal;
  whole.tail(3) /= 5;
  const std::vector<double> means = plan.evaluation->means(whole);
  REQUIRE(means.size() == result.rounds.back().metrics.size());
  for (std::size_t i = 0; i < means.size(); ++i)
    CHECK(result.rounds.back().metrics[i] == means[i]);
  const Matrix queries = plan.evaluation->per_query(whole);
  for (Index i = 0; i < queries.size(); ++i)
    if (!std::isnan(queries.data()[i]))
      CHECK(result.per_query.data()[i] == queries.data()[i]);
  CHECK(result.rounds.size() == own.rounds.size());
  // At the start all layers are alike.
  CHECK(result.rounds[0].metrics[0] ==
        doctest::Approx(own.rounds[0].metrics[0]));
}

TEST_CASE("clients that left don't count in the means of personal layers") {
  FederationPlan plan = personal_plan();
  plan.faults =
      FaultSchedule({}, plan.seed, {{3, Event::kLeave, {0, 1, 2, 3}}});
  const RunResult result = result_of(plan);
  Vector whole(plan.initial.size());
  whole.head(result.model.size()) = result.model;
  whole.tail(3) = result.clients[4].personal;
  const Matrix last = plan.evaluation->per_query(whole);
  for (Index i = 0; i < last.size(); ++i)
    if (!std::isnan(last.data()[i]))
      CHECK(result.per_query.data()[i] == last.data()[i]);
}

TEST_CASE("a rule's verdicts are by client, honest or attacking") {
  FederationPlan plan = test::small_plan(10, 6);
  plan.rule = [] {
    RuleOptions options;
    options.malicious = 3;
    return make_robust_rule("krum", "none", options);
  };
  plan.attack.schedule = AttackSchedule(3, {{4, Event::kHonest, {}}});
  plan.attack.make = test::attack_of("lie", {{}, plan.rounds, plan.rule});
  plan.attack.assumed = 3;
  const RunResult result = result_of(plan);
  double selected = 0;
  for (std::uint32_t id = 0; id < 10; ++id) {
    CAPTURE(id);
    const ClientRecord& client = result.clients[id];
    CHECK(client.attacking.judged == (id < 3 ? 3 : 0));
    CHECK(client.honest.judged == (id < 3 ? 3 : 6));
    CHECK(client.honest.rejected <= client.honest.judged);
    selected += client.selection;
  }
  // In units of an update's weight in a plain mean of ten.
  CHECK(selected == doctest::Approx(6 * 10));
}

}  // namespace fedltr::server_results_test
