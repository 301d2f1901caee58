// A cohort's round, without a single actor.
#include "actors/cohort/cohort_round.hpp"

#include <algorithm>
#include <limits>

#include <doctest/doctest.h>

#include "tests/support/client_training.hpp"

namespace fedltr::cohort_round_test {
using Turn = CohortRound::Turn;

namespace {

CohortRound round_of(const FederationPlan& plan, std::uint32_t clients = 3,
                     std::uint32_t first = 0) {
  return {std::make_shared<const FederationPlan>(plan), first,
          std::vector<std::uint32_t>(clients, 3)};
}

TrainCohort order_of(std::uint32_t round,
                     std::vector<std::uint32_t> participants = {}) {
  return {round, Parameters(Vector::Zero(6)), training_spec(round),
          std::move(participants), false};
}

Update update_of(std::uint32_t client, std::uint32_t round, double value) {
  return {{client, round, 3, 0.5, 0.25},
          Parameters(Vector::Constant(6, value))};
}

FederationPlan plan_with(FaultOptions faults, std::uint32_t clients) {
  FederationPlan plan = test::small_plan(clients, 10);
  plan.faults = FaultSchedule(faults, 1);
  return plan;
}

/// Hands out all turns.
std::vector<CohortRound::Next> turns_of(CohortRound& round) {
  std::vector<CohortRound::Next> turns;
  while (const auto next = round.next()) turns.push_back(*next);
  return turns;
}

}  // namespace

TEST_CASE("a round ends with the sum of its updates") {
  CohortRound round = round_of(test::small_plan(3, 2));
  CHECK_FALSE(round.is_open());
  round.open(order_of(1));
  CHECK(round.is_open());
  for (std::uint32_t id = 0; id < 3; ++id) {
    const auto next = round.next();
    REQUIRE(next);
    CHECK(next->client == id);
    CHECK(next->turn == Turn::kTrains);
  }
  CHECK_FALSE(round.next());
  for (const std::uint32_t id : {2U, 0U, 1U}) {
    CHECK_FALSE(round.is_complete());
    round.accept(update_of(id, 1, 1.0 + id));
  }
  REQUIRE(round.is_complete());
  const CohortUpdate update = round.close();
  CHECK_FALSE(round.is_open());
  CHECK(update.round == 1);
  CHECK(update.cohort == 0);
  CHECK(update.sum.clients == 3);
  CHECK(update.faults.refused == 0);
  CHECK(update.sum.interactions == 9);
  CHECK(update.sum.weight == 9);
  CHECK(update.sum.online == 1.5);
  CHECK(update.sum.max_rr == 0.75);
  CHECK(update.sum.weighted == Vector::Constant(6, 3 * (1 + 2 + 3)));
  CHECK(update.rows.clients.empty());
  for (const ClientStats& each : round.record(1).stats) {
    CHECK(each.rounds == 1);
    CHECK(each.interactions == 3);
  }
}

TEST_CASE("only participants are asked") {
  CohortRound round = round_of(test::small_plan(600, 2), 256, 256);
  round.open(order_of(1, {256, 300}));
  const auto turns = turns_of(round);
  REQUIRE(turns.size() == 2);
  CHECK(turns[1].client == 300);
  round.accept(update_of(256, 1, 1));
  round.accept(update_of(300, 1, 1));
  CHECK(round.is_complete());
  CHECK(round.close().cohort == 1);
  REQUIRE(round.record(1).stats.size() == 2);
  CHECK(round.record(1).stats[1].client == 300);
  CHECK(round.record(1).stats[1].rounds == 1);
}

TEST_CASE("invalid updates are counted, by client too, and not used") {
  CohortRound round = round_of(test::small_plan(3, 2));
  round.open(order_of(1));
  turns_of(round);
  Update nonsense = update_of(0, 1, 1);
  nonsense.message =
      Parameters(Vector::Constant(6, std::numeric_limits<double>::quiet_NaN()));
  round.accept(nonsense);
  round.accept(update_of(1, 7, 1));   // another round
  round.accept(update_of(99, 1, 1));  // no client of the cohort
  round.accept(update_of(2, 1, 4));
  CHECK(round.is_complete());
  const CohortUpdate update = round.close();
  CHECK(update.sum.clients == 1);
  CHECK(update.faults.refused == 3);
  CHECK(update.sum.weighted == Vector::Constant(6, 12));
  CHECK(round.record(1).stats[0].refused == 1);
  CHECK(round.record(1).stats[1].refused == 1);
  CHECK(round.record(1).stats[2].refused == 0);
  // Counters restart at 0.
  round.open(order_of(2));
  turns_of(round);
  for (std::uint32_t id = 0; id < 3; ++id) round.accept(update_of(id, 2, 1));
  CHECK(round.close().faults.refused == 0);
}

TEST_CASE("a dropout is not awaited, a crash until it is excused") {
  FaultOptions faults;
  faults.dropout = 0.3;
  faults.crash = 0.3;
  CohortRound round = round_of(plan_with(faults, 40), 40);
  round.open(order_of(1));
  std::uint32_t stays = 0;
  std::vector<std::uint32_t> crashed;
  for (const auto& [client, turn] : turns_of(round)) {
    stays += turn == Turn::kStays;
    if (turn == Turn::kCrashes) crashed.push_back(client);
    if (turn == Turn::kTrains) round.accept(update_of(client, 1, 1));
  }
  REQUIRE(stays > 0);
  REQUIRE_FALSE(crashed.empty());
  CHECK_FALSE(round.is_complete());
  for (const std::uint32_t client : crashed) round.excuse(client);
  CHECK(round.is_complete());
  const CohortUpdate update = round.close();
  CHECK(update.faults.simulated.dropouts == stays);
  CHECK(update.faults.simulated.crashes == crashed.size());
  CHECK(update.faults.dropped == stays + crashed.size());
  CHECK(update.sum.clients == 40 - update.faults.dropped);
  const ClientStats& stats = round.record(1).stats[crashed[0]];
  CHECK(stats.dropped == 1);
  CHECK(stats.silent == 1);
}

TEST_CASE("late updates are lost, or count in a later round") {
  for (const bool use_late : {false, true}) {
    FaultOptions faults;
    faults.late = 0.4;
    faults.use_late = use_late;
    CohortRound round = round_of(plan_with(faults, 40), 40);
    std::uint64_t late = 0;
    for (const std::uint32_t number : {1U, 2U}) {
      round.open(order_of(number));
      for (const auto& [client, turn] : turns_of(round))
        round.accept(update_of(client, number, 1));
      CHECK(round.is_complete());
      const CohortUpdate update = round.close();
      CHECK(update.faults.simulated.late > 0);
      CHECK(update.faults.dropped ==
            (use_late ? 0 : update.faults.simulated.late));
      CHECK(update.faults.simulated.stale == (use_late ? late : 0));
      CHECK(update.sum.clients ==
            40 - update.faults.simulated.late + update.faults.simulated.stale);
      late = update.faults.simulated.late;
    }
  }
}

TEST_CASE("a cohort may have late updates only") {
  FaultOptions faults;
  faults.late = 0.9;
  faults.use_late = true;
  CohortRound round = round_of(plan_with(faults, 40), 40);
  round.open(order_of(1));
  for (const auto& [client, turn] : turns_of(round))
    round.accept(update_of(client, 1, 1));
  const auto late = round.close().faults.simulated.late;
  REQUIRE(late > 0);
  TrainCohort order = order_of(2);
  order.nobody = true;
  round.open(order);
  CHECK(turns_of(round).empty());
  CHECK(round.is_complete());
  const CohortUpdate update = round.close();
  CHECK(update.sum.clients == late);
  CHECK(update.faults.simulated.stale == late);
  CHECK(update.faults.simulated.late == 0);
}

TEST_CASE("attackers are waited for last") {
  FederationPlan plan = test::small_plan(3, 2);
  plan.attack.schedule = AttackSchedule(1, {});
  CohortRound round = round_of(plan);
  TrainCohort order = order_of(1);
  order.full_knowledge = true;
  round.open(order);
  turns_of(round);
  round.accept(update_of(2, 1, 2));
  CHECK_FALSE(round.is_complete_but_attackers());
  round.accept(update_of(1, 1, 1));
  CHECK(round.is_complete_but_attackers());
  CHECK_FALSE(round.is_complete());
  const HonestUpdates heard = round.honest_updates();
  CHECK(heard.round == 1);
  CHECK(heard.rows.clients == std::vector<std::uint32_t>{1, 2});
  CHECK(heard.rows.numbers.view() ==
        Vector{{1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2}});
}

TEST_CASE("a robust rule gets each update") {
  FederationPlan plan = test::small_plan(3, 2);
  plan.rule = [] { return make_robust_rule("median", "none", {}); };
  CohortRound round = round_of(plan);
  round.open(order_of(1));
  turns_of(round);
  for (std::uint32_t id = 0; id < 3; ++id) round.accept(update_of(id, 1, id));
  const CohortUpdate update = round.close();
  CHECK(update.rows.clients == std::vector<std::uint32_t>{0, 1, 2});
  CHECK(update.rows.numbers.size() == 18);
  CHECK(update.rows.numbers.view()(17) == 2);
}

TEST_CASE("masked words add up, modulo 2^64, and updates in the clear do not") {
  FederationPlan plan = test::small_plan(4, 2);
  plan.secure.emplace();
  CohortRound round = round_of(plan, 4);
  round.open(order_of(1));
  turns_of(round);
  const auto masked = [](std::uint32_t client, std::uint64_t word) {
    return MaskedUpdate{
        {client, 1, 3, 0.5, 0.25}, false, std::vector<std::uint64_t>(6, word)};
  };
  round.accept(masked(2, ~std::uint64_t{0}));
  round.accept(masked(0, 5));
  MaskedUpdate withdrawn = masked(1, 0);
  withdrawn.withdrawn = true;
  withdrawn.words.clear();
  round.accept(withdrawn);
  round.accept(update_of(3, 1, 1));
  CHECK(round.is_complete());
  const CohortUpdate update = round.close();
  CHECK(update.sum.clients == 2);
  CHECK(update.faults.refused == 2);
  const MaskedSum sum = round.take_masked_sum();
  CHECK(sum.round == 1);
  CHECK(sum.clients == std::vector<std::uint32_t>{0, 2});
  CHECK(sum.words == std::vector<std::uint64_t>(6, 4));
  CHECK(round.take_masked_sum().words == std::vector<std::uint64_t>(6, 0));
}

TEST_CASE("a record leaves out a round that was abandoned") {
  CohortRound round = round_of(test::small_plan(3, 5));
  round.open(order_of(1));
  turns_of(round);
  for (std::uint32_t id = 0; id < 3; ++id) round.accept(update_of(id, 1, 1));
  round.close();
  round.open(order_of(2));
  turns_of(round);
  round.accept(update_of(0, 2, 1));
  CHECK(round.record(2).stats[0].rounds == 2);
  CHECK(round.record(1).stats[0].rounds == 1);
  CHECK(round.record(1).stats[0].interactions == 3);
  CohortRound other = round_of(test::small_plan(3, 5));
  other.restore(round.record(1));
  CHECK(other.record(0).stats[0].rounds == 1);
}

}  // namespace fedltr::cohort_round_test
