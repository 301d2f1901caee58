#include "actors/server/participants.hpp"

#include <set>

#include <doctest/doctest.h>

#include "algorithms/core/archive.hpp"
#include "tests/support/small_federation.hpp"

namespace fedltr::participants_test {
using Clients = std::vector<std::uint32_t>;

namespace {

/// Participants of small federations in which some clients have no data.
Participants participants_of(const FederationPlan& plan,
                             const Clients& without_data = {}) {
  Population population(plan.simulation, plan.interactions);
  population.silence(without_data);
  return {plan, population};
}

FederationPlan leaving_plan(std::uint32_t clients) {
  FederationPlan plan = test::small_plan(clients, 10);
  plan.unlearning.requests = {{5, {1}}};
  plan.unlearning.method = find(unlearning_methods(), "federaser").make;
  plan.unlearning.options.interval = 2;
  return plan;
}

}  // namespace

TEST_CASE("all clients take part by default") {
  const FederationPlan plan = test::small_plan(600, 1);
  Participants participants = participants_of(plan);
  participants.choose(training_spec(1), 0);
  CHECK(participants.everybody());
  CHECK(participants.count() == 600);
  CHECK(participants.cohorts() == Clients{0, 1, 2});
  CHECK(participants.of_cohort(1).empty());
  CHECK(participants.clients().size() == 600);
  CHECK(participants.clients().back() == 599);
}

TEST_CASE("clients without data are never asked") {
  const FederationPlan plan = test::small_plan(600, 1);
  Participants participants = participants_of(plan, {0, 300});
  participants.choose(training_spec(1), 0);
  CHECK_FALSE(participants.everybody());
  CHECK(participants.count() == 598);
  CHECK_FALSE(participants.is_active(300));
  CHECK(participants.is_active(301));
  CHECK(participants.of_cohort(0).front() == 1);
  CHECK(participants.of_cohort(1).size() == 255);
  const FederationPlan two = test::small_plan(2, 1);
  CHECK(participants_of(two, {0, 1}).none_active());
  CHECK_FALSE(participants_of(two).none_active());
}

TEST_CASE("a share of the clients is drawn anew for each round") {
  FederationPlan plan = test::small_plan(600, 1);
  plan.participation = 0.1;
  Participants participants = participants_of(plan);
  participants.choose(training_spec(1), 0);
  const Clients first = participants.clients();
  CHECK(first.size() == 60);
  CHECK(std::ranges::is_sorted(first));
  participants.choose(training_spec(2), 1);
  CHECK(participants.clients() != first);
  participants.choose(training_spec(1), 0);
  CHECK(participants.clients() == first);
  std::size_t listed = 0;
  for (const std::uint32_t cohort : participants.cohorts())
    for (const std::uint32_t client : participants.of_cohort(cohort)) {
      CHECK(client / kCohortSize == cohort);
      ++listed;
    }
  CHECK(listed == 60);
}

TEST_CASE("turns decide who takes part, and begin anew") {
  const FederationPlan plan = test::small_plan(3, 10);
  Split split;
  split.turns = std::make_shared<const Turns>(
      std::vector<Turns::Clients>{{0, 2}, {1}, {0}});
  const Population population(split, 3, plan.simulation, plan.interactions);
  Participants participants(plan, population);
  const auto asked = [&](std::uint32_t round) {
    participants.choose(training_spec(round), round - 1);
    return participants.clients();
  };
  CHECK(asked(1) == Clients{0, 2});
  CHECK_FALSE(participants.everybody());
  CHECK(asked(2) == Clients{1});
  CHECK(asked(4) == Clients{0, 2});
  CHECK(population[0].rounds_before(0, 2) == 1);
  CHECK(population[0].rounds_before(0, 3) == 0);
}

TEST_CASE("a client that has left, or not joined, does not take part") {
  FederationPlan plan = test::small_plan(5, 10);
  plan.faults =
      FaultSchedule({}, 1, {{3, Event::kLeave, {0}}, {4, Event::kJoin, {4}}});
  Participants participants = participants_of(plan);
  participants.choose(training_spec(2), 1);
  CHECK(participants.clients() == Clients{0, 1, 2, 3});
  participants.choose(training_spec(3), 2);
  CHECK(participants.clients() == Clients{1, 2, 3});
  participants.choose(training_spec(4), 3);
  CHECK(participants.clients() == Clients{1, 2, 3, 4});
  CHECK(participants.eligible(training_spec(2), 1) == Clients{0, 1, 2, 3});
  CHECK(participants.eligible(training_spec(4), 3) == Clients{1, 2, 3, 4});
  // Clients that are present now do the unlearning that is due now.
  participants.choose({Task::kLearn, kFreshRngRound, 2, 0, 1}, 4, Clients{1});
  CHECK(participants.clients() == Clients{2, 3, 4});
}

TEST_CASE("candidates are listed unless all clients are") {
  FederationPlan plan = test::small_plan(5, 10);
  plan.participation = 0.4;
  const RoundSpec first = training_spec(1);
  CHECK(participants_of(plan).eligible(first, 0).empty());
  Participants some = participants_of(plan, {1});
  CHECK(some.eligible(first, 0) == Clients{0, 2, 3, 4});
  some.choose(first, 0);
  CHECK(some.count() == 2);
  CHECK(some.eligible({Task::kLearn, kFreshRngRound, 2, 0, 1}, 4, Clients{3}) ==
        Clients{0, 2, 4});
  some.remove(Clients{3});
  CHECK(some.eligible(first, 4) == Clients{0, 2, 4});
}

TEST_CASE("only unlearned clients make an ascent, and no other round") {
  const FederationPlan plan = leaving_plan(4);
  Participants participants = participants_of(plan);
  const Clients unlearned = {1};
  participants.choose({Task::kAscent, kFreshRngRound, 5, 0, 3}, 5, unlearned);
  CHECK(participants.clients() == unlearned);
  participants.choose({Task::kLearn, kFreshRngRound, 5, 0, 3}, 5, unlearned);
  CHECK(participants.clients() == Clients{0, 2, 3});
  participants.remove(unlearned);
  CHECK(participants.active() == Clients{0, 2, 3});
  participants.choose({Task::kAscent, kFreshRngRound, 5, 0, 3}, 5, unlearned);
  CHECK(participants.count() == 0);
  participants.choose(training_spec(6), 5);
  CHECK(participants.clients() == Clients{0, 2, 3});
}

TEST_CASE("a stored update is asked of the client that stored it") {
  FederationPlan plan = leaving_plan(40);
  plan.participation = 0.25;
  Participants participants = participants_of(plan);
  participants.choose(training_spec(3), 2);  // a round whose updates are stored
  Clients stored = participants.clients();
  participants.choose(training_spec(4), 3);
  const RoundSpec recall{Task::kCalibrate, kFreshRngRound, 5, 3, 1};
  const Clients unlearned = {stored[2]};
  participants.choose(recall, 5, unlearned);
  stored.erase(stored.begin() + 2);
  CHECK(participants.clients() == stored);

  Archive archive;
  participants.exchange(archive);
  const std::string bytes = archive.take();
  Participants restored = participants_of(plan);
  Archive reader(bytes);
  restored.exchange(reader);
  restored.choose(recall, 5, unlearned);
  CHECK(restored.clients() == stored);

  // A discarded round has stored nothing.
  participants.discard(training_spec(3));
  participants.choose(recall, 5, unlearned);
  CHECK(participants.count() == 0);
}

TEST_CASE("attackers are counted among the participants") {
  FederationPlan plan = test::small_plan(10, 1);
  plan.attack.schedule = AttackSchedule(3, {{2, Event::kHonest, {1}}});
  Participants participants = participants_of(plan);
  participants.choose(training_spec(1), 0);
  CHECK(participants.count_attackers(1) == 3);
  CHECK(participants.count_attackers(2) == 2);
  plan.absent = {0};
  Participants fewer = participants_of(plan, {0});
  fewer.choose(training_spec(1), 0);
  CHECK(fewer.count_attackers(1) == 2);
}

TEST_CASE("participants of another federation are not restored") {
  const FederationPlan wide = leaving_plan(40);
  const FederationPlan narrow = leaving_plan(4);
  Participants wide_participants = participants_of(wide);
  wide_participants.remove(Clients{0});
  Archive archive;
  wide_participants.exchange(archive);
  const std::string bytes = archive.take();
  Participants other = participants_of(narrow);
  Archive reader(bytes);
  CHECK_THROWS_AS(other.exchange(reader), ArchiveError);
}

TEST_CASE("cohorts with due late updates are asked") {
  FederationPlan plan = test::small_plan(2560, 10);
  plan.participation = 2.0 / 2560;
  FaultOptions faults;
  faults.late = 0.9;
  faults.delay = 1;
  faults.use_late = true;
  plan.faults = FaultSchedule(faults, 1);
  Participants participants = participants_of(plan);
  std::set<std::uint32_t> due;
  for (std::uint32_t round = 1; round <= 10; ++round) {
    participants.choose(training_spec(round), round - 1);
    std::set<std::uint32_t> expected = due;
    due = {};
    std::set<std::uint32_t> asked;
    for (const std::uint32_t client : participants.clients()) {
      asked.insert(client / kCohortSize);
      expected.insert(client / kCohortSize);
      if (plan.faults.fault(client, round) == Fault::kLate)
        due.insert(client / kCohortSize);
    }
    CHECK(participants.count() == 2);
    CHECK(participants.cohorts() == Clients(expected.begin(), expected.end()));
    for (const std::uint32_t cohort : participants.cohorts())
      CHECK(participants.is_idle(cohort) == !asked.contains(cohort));
    // The same for a resumed run.
    Participants resumed = participants_of(plan);
    resumed.choose(training_spec(round), round - 1);
    CHECK(resumed.cohorts() == participants.cohorts());
  }
}

}  // namespace fedltr::participants_test
