// Comparisons by clicks in a rehearsal.
#include <doctest/doctest.h>

#include "actors/members/run_members.hpp"
#include "tests/support/small_members.hpp"

namespace fedltr::comparison_run_test {
using namespace fedltr::test;

namespace {

class Result : public Observer {
 public:
  explicit Result(const members::Rehearsal& run, std::size_t threads = 2) {
    Interrupt interrupt;
    CHECK(members::run_members(run, 0, threads, *this, interrupt).failure ==
          "");
  }
  void on_round(std::uint32_t, const RoundRecord&) override {}
  void on_finished(std::uint32_t, RunResult finished) override {
    result = std::move(finished);
  }
  auto count(ModelVerdict verdict) const {
    return std::ranges::count(result.held_out, verdict, &HeldOutPoint::verdict);
  }

  RunResult result;
};

}  // namespace

TEST_CASE("a model that users prefer is kept") {
  auto run = small_members(8);
  compare_by_clicks(run, 200);
  const Result found(run);
  const auto& curve = found.result.held_out;
  REQUIRE(curve.size() == 4);  // not of the first model
  CHECK(curve[0].opened == 2);
  CHECK(curve[0].members == kMembers);
  CHECK(curve[0].mean > 0.55);
  CHECK(found.count(ModelVerdict::kKept) > 0);
  CHECK(found.count(ModelVerdict::kWithdrawn) == 0);
  const auto& rounds = found.result.rounds;
  CHECK(rounds.back().metrics[0] > rounds.front().metrics[0] + 0.05);
  CHECK(Result(run, 1).result.model == found.result.model);
}

TEST_CASE("an attacker's worse model is withdrawn") {
  auto run = small_members(8);
  compare_by_clicks(run, 200);
  poison(run);
  const Result found(run);
  CHECK(found.count(ModelVerdict::kKept) == 0);
  CHECK(found.count(ModelVerdict::kWithdrawn) == 4);
  CHECK(found.result.held_out[0].mean < 0.4);
  CHECK(found.result.model == run.plan.initial);
  const auto& rounds = found.result.rounds;
  CHECK(rounds.back().metrics == rounds.front().metrics);
  // Without comparisons it would stay.
  run.plan.comparing = {};
  run.plan.evaluate = 0;
  CHECK(Result(run).result.rounds.back().metrics[0] <
        rounds.front().metrics[0] - 0.1);
}

TEST_CASE(
    "one that comes later costs what was learned since the last verdict") {
  auto run = small_members(4);
  compare_by_clicks(run, 400);
  const Result honest(run);
  REQUIRE(honest.result.held_out.at(0).verdict == ModelVerdict::kKept);
  poison(run);
  run.plan.initial = honest.result.model;
  const Result found(run);
  CHECK(found.count(ModelVerdict::kWithdrawn) == 2);
  CHECK(found.result.model == honest.result.model);
}

TEST_CASE("with the engine's order, the first model returns") {
  auto run = small_members(4);
  compare_by_clicks(run, 200);
  run.plan.comparing.with = Opponent::kEngine;
  const Result honest(run);
  CHECK(honest.result.held_out.back().mean > 0.55);
  poison(run);
  const Result found(run);
  CHECK(found.count(ModelVerdict::kWithdrawn) == 2);
  CHECK(found.result.model == run.plan.initial);
}

TEST_CASE("noise widens the interval, and each comparison is charged") {
  auto run = small_members(4, 30);
  compare_by_clicks(run, 200);
  const double before = Result(run).result.held_out.at(0).upper;
  run.plan.exam.multiplier = 20;
  const Result found(run);
  CHECK(found.result.held_out.at(0).upper > before);
  CHECK(found.result.rounds.back().epsilon > 0);
}

}  // namespace fedltr::comparison_run_test
