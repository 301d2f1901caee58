#include "actors/cohort/cohort_memory.hpp"

#include <doctest/doctest.h>

#include "actors/client/client_memory.hpp"
#include "actors/cohort/snapshot_collector.hpp"
#include "tests/support/small_federation.hpp"

namespace fedltr::cohort_memory_test {
namespace {

FederationPlan plan_with_late_updates() {
  FederationPlan plan = test::small_plan(3, 10);
  FaultOptions faults;
  faults.late = 0.5;
  faults.use_late = true;
  plan.faults = FaultSchedule(faults, 1);
  return plan;
}

/// Memory of three clients, the second of which was asked for nothing.
CohortMemory memory_of(const FederationPlan& plan) {
  CohortMemory memory;
  memory.record.stats = {{0, 9, 3, 1, 0, 0}, {2, 6, 3, 0, 1, 1}};
  memory.record.late.keep({{2, 2, 3, 0.5, 0.25}, Parameters(Vector::Ones(6))},
                          training_spec(2), Parameters(Vector::Zero(6)), plan);
  return memory;
}

}  // namespace

TEST_CASE("a cohort's stored state reads back as it was written") {
  const FederationPlan plan = plan_with_late_updates();
  const CohortMemory read =
      read_cohort_memory({plan, 0}, write_cohort_memory(memory_of(plan)));
  REQUIRE(read.record.stats.size() == 2);
  CHECK(read.record.stats[0].interactions == 9);
  CHECK(read.record.stats[0].refused == 1);
  CHECK(read.record.stats[1].client == 2);
  CHECK(read.record.stats[1].silent == 1);
  CHECK(read.left.empty());
  REQUIRE(read.record.late.all().size() == 1);
  CHECK(read.record.late.all()[0].stale.update.client == 2);
  CHECK(read.clients.empty());
}

TEST_CASE("a state that can't be a cohort's of that plan is refused") {
  const FederationPlan plan = plan_with_late_updates();
  const std::string good = write_cohort_memory(memory_of(plan));
  const auto refused = [](const FederationPlan& of, const std::string& bytes) {
    CHECK_THROWS_AS(read_cohort_memory({of, 0}, bytes), ArchiveError);
  };
  for (std::size_t size = 0; size < good.size(); size += 7)
    refused(plan, good.substr(0, size));
  refused(plan, good + "x");
  FederationPlan punctual = plan;
  punctual.faults = {};
  refused(punctual, good);
  FederationPlan smaller = plan;
  smaller.clients = 2;
  refused(smaller, good);
  const auto refused_with = [&](auto&& change) {
    CohortMemory liar = memory_of(plan);
    change(liar);
    refused(plan, write_cohort_memory(liar));
  };
  // More than the 3 rounds allow.
  refused_with([](CohortMemory& liar) { liar.record.stats[0].refused = 4; });
  refused_with([](CohortMemory& liar) { liar.record.stats[0].client = 2; });
  refused_with([](CohortMemory& liar) { liar.record.stats[1].client = 3; });
  refused_with([](CohortMemory& liar) { liar.left = {1}; });
  refused_with([](CohortMemory& liar) { liar.clients[1] = ""; });
}

TEST_CASE("clients that have left, or were never asked, keep nothing") {
  FederationPlan plan = test::small_plan(4, 10);
  plan.unlearning.requests = {{5, {1}}};
  const auto state_of = [&](std::uint32_t id) {
    Archive archive;
    ClientMemory::of(plan, id, {{plan.simulation}, 3}, nullptr)
        ->exchange(archive, 0);
    return archive.take();
  };
  CohortMemory memory;
  memory.left = {1};
  memory.clients = {{0, state_of(0)}, {3, state_of(3)}};
  const CohortMemory read =
      read_cohort_memory({plan, 0}, write_cohort_memory(memory));
  CHECK(read.left == memory.left);
  CHECK(read.clients == memory.clients);
  memory.left = {3};
  CHECK_THROWS_AS(read_cohort_memory({plan, 0}, write_cohort_memory(memory)),
                  ArchiveError);
}

TEST_CASE("accounts are opened as clients are asked, in their order") {
  CohortRecord record;
  for (const std::uint32_t client : {7U, 2U, 9U, 7U})
    ++record.of(client).rounds;
  REQUIRE(record.stats.size() == 3);
  CHECK(record.stats[0].client == 2);
  CHECK(record.stats[1].client == 7);
  CHECK(record.stats[1].rounds == 2);
  CHECK(record.stats[2].client == 9);
}

TEST_CASE("a checkpoint waits for all clients that are asked") {
  SnapshotCollector collector;
  CHECK_FALSE(collector.is_complete());
  CohortMemory own;
  own.record.stats = {{0}, {2}};
  collector.open(4, own, {0, 2});
  CHECK(collector.round() == 4);
  collector.add(4, 2, "two");
  collector.add(3, 0, "of another checkpoint");
  collector.add(4, 1, "was not asked");
  collector.add(4, 2, "twice");
  collector.add(4, 9, "nobody");
  CHECK_FALSE(collector.is_complete());
  collector.add(4, 0, "zero");
  REQUIRE(collector.is_complete());
  own.clients = {{0, "zero"}, {2, "two"}};
  CHECK(collector.take() == write_cohort_memory(own));
  CHECK_FALSE(collector.is_complete());
}

TEST_CASE("a checkpoint waits for no client if clients keep nothing") {
  SnapshotCollector collector;
  CohortMemory own;
  own.record.stats = {{0}, {1}};
  collector.open(1, own, {});
  REQUIRE(collector.is_complete());
  CHECK(collector.take() == write_cohort_memory(own));
}

}  // namespace fedltr::cohort_memory_test
