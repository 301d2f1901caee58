#include "algorithms/federation/faults.hpp"

#include <cmath>
#include <map>
#include <set>
#include <stdexcept>

#include <doctest/doctest.h>

#include "algorithms/federation/block.hpp"
#include "algorithms/online/learner.hpp"

namespace fedltr::faults_test {
namespace {

FaultOptions some() {
  FaultOptions options;
  options.dropout = 0.1;
  options.crash = 0.05;
  options.late = 0.2;
  options.corrupt = 0.15;
  options.delay = 4;
  return options;
}

const Learner& pdgd() {
  static const auto learner =
      find(learners(), "pdgd")
          .make({}, find(rankers(), "linear").make({2, 64}));
  return *learner;
}

}  // namespace

TEST_CASE("faults come as often as their chances predict") {
  const FaultSchedule schedule(some(), 7);
  std::map<Fault, double> share;
  constexpr int kRounds = 500;
  constexpr int kClients = 200;
  for (std::uint32_t round = 1; round <= kRounds; ++round)
    for (std::uint32_t client = 0; client < kClients; ++client)
      share[schedule.fault(client, round)] += 1.0 / (kRounds * kClients);
  // Five standard deviations of the largest share are 0.008.
  CHECK(std::abs(share[Fault::kDropout] - 0.1) < 0.008);
  CHECK(std::abs(share[Fault::kCrash] - 0.05) < 0.008);
  CHECK(std::abs(share[Fault::kLate] - 0.2) < 0.008);
  CHECK(std::abs(share[Fault::kCorrupt] - 0.15) < 0.008);
}

TEST_CASE("a fault is a function of seed, client and round") {
  const FaultSchedule schedule(some(), 7);
  const FaultSchedule again(some(), 7);
  const FaultSchedule other(some(), 8);
  int differs = 0;
  for (std::uint32_t round = 50; round >= 1; --round)
    for (std::uint32_t client = 0; client < 50; ++client) {
      CHECK(schedule.fault(client, round) == again.fault(client, round));
      differs += schedule.fault(client, round) != other.fault(client, round);
      CHECK(schedule.delay(client, round) >= 1);
      CHECK(schedule.delay(client, round) <= 4);
    }
  CHECK(differs > 500);
}

TEST_CASE("spared clients never fail, nor does any in unlearning") {
  FaultOptions options = some();
  options.spared = 3;
  options.dropout = 0.8 - options.late;
  const FaultSchedule schedule(options, 1);
  RoundSpec recall{Task::kRecall, kFreshRngRound, 5, 5, 0};
  for (std::uint32_t round = 1; round < 100; ++round) {
    CHECK(schedule.fault(2, round) == Fault::kNone);
    CHECK(schedule.fault(9, recall) == Fault::kNone);
    CHECK(schedule.fault(9, training_spec(round)) == schedule.fault(9, round));
  }
}

TEST_CASE("joining clients were absent before, leaving ones were there") {
  const FaultSchedule schedule({}, 1,
                               {{9, Event::kLeave, {1, 2}},
                                {5, Event::kJoin, {1}},
                                {12, Event::kJoin, {2}},
                                {3, Event::kAttack, {0}}});
  std::set<std::uint32_t> there[3];
  for (std::uint32_t round = 1; round <= 13; ++round)
    for (const std::uint32_t client : {0U, 1U, 2U})
      if (schedule.present(client, round)) there[client].insert(round);
  CHECK(there[0].size() == 13);
  CHECK(there[1] == std::set<std::uint32_t>{5, 6, 7, 8});
  CHECK(there[2] == std::set<std::uint32_t>{1, 2, 3, 4, 5, 6, 7, 8, 12, 13});
}

TEST_CASE("staleness weighs as FedBuff has it") {
  FaultOptions options;
  const FaultSchedule schedule(options, 1);
  CHECK(schedule.staleness(0) == 1);
  CHECK(std::abs(schedule.staleness(3) - 0.5) < 1e-12);
  options.staleness = 0;
  CHECK(FaultSchedule(options, 1).staleness(9) == 1);
}

TEST_CASE("chances beyond 1 are refused") {
  FaultOptions options = some();
  options.dropout = 0.9;
  CHECK_THROWS_AS(FaultSchedule(options, 1), std::invalid_argument);
}

TEST_CASE("a late update adds what it had learned, by hand") {
  Block block(10, {4, 2}, 2, pdgd());
  block.open(3, {10, 11});
  block.excuse(10);
  CHECK_FALSE(block.complete());
  const Vector fresh = (Vector(2) << 3, 5).finished();
  CHECK(block.check_late({11, 3, 2, 0.5, 0.5}, Parameters(fresh)) ==
        Refusal::kNone);
  CHECK(block.complete());
  PartialSum sum = block.close();
  CHECK(sum.clients == 0);
  // Model (1, 1), and half of an update of (2, 4), for four searches.
  const Vector model = Vector::Ones(2);
  const Vector change = (Vector(2) << 2, 4).finished();
  block.add_stale({{10, 1, 4, 0.25, 1}, Parameters(change), 0.5}, model, sum);
  CHECK(sum.weighted == (Vector(2) << 8, 12).finished());
  CHECK(sum.weight == 4);
  CHECK(sum.clients == 1);
  CHECK(sum.online == 0.25);
  CHECK(sum.interactions == 4);
}

TEST_CASE("a late gradient weighs less, but counts as one") {
  const auto ranker = find(rankers(), "linear").make({2, 0});
  const auto es = find(learners(), "es").make({}, ranker);
  Block block(0, {4}, 2, *es, Weighting::kUniform);
  block.open(1, {0});
  block.excuse(0);
  const auto sum_of = [&](double factor) {
    PartialSum sum;
    sum.weighted = Vector::Zero(2);
    const Vector message{{7, 0.25}};  // seed and reward
    block.add_stale({{0, 1, 4, 0, 0}, Parameters(message), factor},
                    Vector::Zero(2), sum);
    return sum;
  };
  const PartialSum fresh = sum_of(1);
  const PartialSum old = sum_of(0.5);
  CHECK(fresh.weighted.norm() > 0);
  CHECK(old.weight == fresh.weight);
  CHECK(old.weighted.isApprox(0.5 * fresh.weighted));
}

TEST_CASE("a number no ranker can have is refused, though it is finite") {
  Vector message = Vector::Constant(6, 1e99);
  CHECK(pdgd().accepts(message));
  message(3) = -1e200;
  CHECK_FALSE(pdgd().accepts(message));
}

TEST_CASE("chances of 1 together are certain, however they add up") {
  // 0.05 + 0.55 + 0.3 + 0.1 is 1.0000000000000002 in doubles.
  FaultOptions options;
  options.dropout = 0.05;
  options.crash = 0.55;
  options.late = 0.3;
  options.corrupt = 0.1;
  const FaultSchedule schedule(options, 1);
  for (std::uint32_t client = 0; client < 2000; ++client)
    CHECK(schedule.fault(client, 1) != Fault::kNone);
  options.corrupt = 0.1001;
  CHECK_THROWS_WITH(FaultSchedule(options, 1),
                    "fault probabilities must sum to at most 1");
}

TEST_CASE("a chance of 1 leaves no other fault, one of 0 never comes") {
  const auto check = [](double FaultOptions::*chance, Fault expected) {
    FaultOptions options;
    options.*chance = 1;
    const FaultSchedule schedule(options, 3);
    CHECK_FALSE(schedule.none());
    for (std::uint32_t client = 0; client < 500; ++client) {
      CHECK(schedule.fault(client, client) == expected);
      CHECK_FALSE(schedule.answers(client, client));
    }
  };
  check(&FaultOptions::dropout, Fault::kDropout);
  check(&FaultOptions::crash, Fault::kCrash);
  check(&FaultOptions::late, Fault::kLate);
  check(&FaultOptions::corrupt, Fault::kCorrupt);
  CHECK(FaultSchedule({}, 3).none());
  CHECK(FaultSchedule().answers(7, 7));
}

TEST_CASE("invalid chances are refused") {
  const auto fault = [](double chance) {
    FaultOptions options;
    options.late = chance;
    FaultSchedule(options, 1);
  };
  for (const double bad : {-0.1, 1.1, std::nan("")})
    CHECK_THROWS_WITH(fault(bad), "a probability is within 0 and 1");
  FaultOptions options;
  options.delay = 0;
  CHECK_THROWS_WITH(FaultSchedule(options, 1),
                    "a late update is late by at least one round");
}

TEST_CASE("delays and corruptions are even, and streams of their own") {
  const FaultSchedule schedule(some(), 5);
  std::map<std::uint32_t, double> delays;
  std::map<Corruption, double> kinds;
  int same = 0;
  for (std::uint32_t i = 0; i < 8000; ++i) {
    const std::uint32_t client = i % 80;
    const std::uint32_t round = i / 80;
    ++delays[schedule.delay(client, round)];
    ++kinds[schedule.corruption(client, round)];
    same += schedule.delay(client, round) - 1 ==
            static_cast<std::uint32_t>(schedule.corruption(client, round));
  }
  CHECK(delays.size() == 4);
  CHECK(kinds.size() == 4);
  // A quarter each, and of the pairs; five standard deviations.
  for (const auto& [delay, count] : delays) CHECK(std::abs(count - 2000) < 194);
  for (const auto& [kind, count] : kinds) CHECK(std::abs(count - 2000) < 194);
  CHECK(std::abs(same - 2000) < 194);
}

TEST_CASE("absent clients answer nothing, faults or none") {
  const FaultSchedule schedule({}, 1, {{4, Event::kJoin, {3}}});
  CHECK(schedule.moves());
  CHECK_FALSE(schedule.none());
  CHECK_FALSE(schedule.answers(3, 3));
  CHECK(schedule.answers(3, 4));
  CHECK_FALSE(FaultSchedule({}, 1, {{4, Event::kHonest, {3}}}).moves());
}

TEST_CASE("joining and leaving in one round: the later line counts") {
  const FaultSchedule schedule(
      {}, 1, {{4, Event::kLeave, {3}}, {4, Event::kJoin, {3}}});
  CHECK(schedule.present(3, 3));
  CHECK(schedule.present(3, 4));
}

TEST_CASE("counts of faults add up, one by one") {
  FaultCounts sum{1, 2, 3, 4, 5, 6, 7};
  sum.add({10, 20, 30, 40, 50, 60, 70});
  CHECK(sum == FaultCounts{11, 22, 33, 44, 55, 66, 77});
}

}  // namespace fedltr::faults_test
