#include "actors/silo/run_silos.hpp"

#include <set>
#include <stdexcept>

#include "tests/support/small_silo.hpp"

namespace fedltr::study_test {
using namespace fedltr::test;

namespace {

/// Plans that differ in their seeds.
std::vector<std::shared_ptr<const SiloPlan>> plans(std::uint32_t count) {
  std::vector<std::shared_ptr<const SiloPlan>> all;
  for (std::uint32_t run = 0; run < count; ++run) {
    TestSilo plan = small_silo(3);
    plan.run = run;
    plan.seed = plan.options.seed = plan.options.training.seed = 1 + run;
    plan.methods = {"local"};
    all.push_back(std::make_shared<const SiloPlan>(plan));
  }
  return all;
}

FederationOutcome run_all(
    const std::vector<std::shared_ptr<const SiloPlan>>& all,
    std::size_t side_by_side, const SiloObserver& observer,
    const SiloHooks& hooks = {}) {
  Interrupt interrupt;
  const Deadline deadline(interrupt);
  return run_silos(all, 2, side_by_side, observer, interrupt, hooks);
}

}  // namespace

TEST_CASE("each run is reported once, one by one or side by side") {
  std::vector<std::map<std::uint32_t, Vector>> models(2);
  for (const std::size_t side_by_side : {1, 3}) {
    auto& found = models[side_by_side == 1 ? 0 : 1];
    const auto outcome = run_all(
        plans(4), side_by_side, [&](std::uint32_t run, SiloRecord record) {
          CHECK_FALSE(found.contains(run));
          CHECK(record.attempts == 1);
          found[run] = record.parties[0]->models.at("local");
        });
    CHECK(outcome.failure.empty());
    CHECK_FALSE(outcome.interrupted);
    CHECK(found.size() == 4);
    CHECK(found[0] != found[1]);
  }
  CHECK(models[0] == models[1]);
}

TEST_CASE("one by one runs end in their order") {
  std::vector<std::uint32_t> order;
  run_all(plans(3), 1,
          [&](std::uint32_t run, const SiloRecord&) { order.push_back(run); });
  CHECK(order == std::vector<std::uint32_t>{0, 1, 2});
}

TEST_CASE("an observer that throws ends the study, which reports it") {
  std::size_t told = 0;
  const auto outcome =
      run_all(plans(3), 1, [&](std::uint32_t, const SiloRecord&) {
        ++told;
        throw std::runtime_error("the disk is full");
      });
  CHECK(told == 1);
  REQUIRE(outcome.error != nullptr);
  CHECK_THROWS_WITH(std::rethrow_exception(outcome.error), "the disk is full");
}

TEST_CASE("a run that fails fails the study, and no other starts") {
  SiloHooks hooks;
  hooks.party.tamper = [](const SiloMessage&) -> std::vector<SiloMessage> {
    throw std::logic_error("broken");
  };
  std::size_t told = 0;
  const auto outcome = run_all(
      plans(3), 1, [&](std::uint32_t, const SiloRecord&) { ++told; }, hooks);
  CHECK(outcome.failure.find("broke: broken") != std::string::npos);
  CHECK(told == 0);
}

TEST_CASE("an interrupt stops current work, and keeps what it found") {
  Interrupt interrupt;
  std::size_t told = 0;
  const auto outcome = run_silos(
      plans(50), 2, 1,
      [&](std::uint32_t, const SiloRecord&) {
        if (++told == 2) interrupt.trigger();
      },
      interrupt);
  CHECK(outcome.interrupted);
  CHECK(told >= 2);
  CHECK(told < 50);
}

TEST_CASE("an interrupt before the start starts nothing") {
  Interrupt interrupt;
  interrupt.trigger();
  std::size_t told = 0;
  const auto outcome = run_silos(
      plans(2), 2, 1, [&](std::uint32_t, const SiloRecord&) { ++told; },
      interrupt);
  CHECK(outcome.interrupted);
  CHECK(told == 0);
}

}  // namespace fedltr::study_test
