#include "app/results/members_json.hpp"

#include <cmath>

#include "algorithms/members/drawn_evaluation.hpp"
#include "tests/support/small_members.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::members_json_test {
using namespace fedltr::test;

namespace {

/// A rehearsal of four members after no epoch.
Run rehearsed(std::uint32_t repeat = 1) {
  Run run;
  run.repeat = repeat;
  auto rehearsal = std::make_shared<members::Rehearsal>(small_members(1));
  run.plan.initial = rehearsal->plan.initial;
  run.plan.evaluation = rehearsal->evaluation;
  run.result.model = Vector::Ones(kMemberFeatures);
  run.rehearsal = std::move(rehearsal);
  return run;
}

HeldOutPoint point_of(std::uint32_t opened, double queries, double mean) {
  HeldOutPoint point;
  point.opened = opened;
  point.members = 3;
  point.queries = queries;
  point.mean = mean;
  return point;
}

}  // namespace

TEST_CASE("other studies have no members") {
  CHECK(members_json({small_run(0.5)}, {}).is_null());
  CHECK(held_out_json({small_run(0.5)}).is_null());
  CHECK(compared_json({small_run(0.5)}).is_null());
}

TEST_CASE("each member has its queries, and rankers on those it holds out") {
  const std::vector<Run> runs = {rehearsed()};
  const Json json = members_json(runs, {});
  REQUIRE(json.size() == kMembers);
  CHECK(json[0]["name"] == "a");
  CHECK(json[3]["name"] == "d");
  CHECK(json[1]["queries"] == 6);
  CHECK(json[1]["held_out"] == 6);
  CHECK(json[1]["metric"] == "ndcg@10");
  const auto value = [&](const Vector& model) {
    return runs[0].rehearsal->own[1]->means(model)[0];
  };
  CHECK(json[1]["untrained"] == value(runs[0].plan.initial));
  CHECK(json[1]["joined"] == value(runs[0].result.model));
  CHECK(json[1]["alone"] == value(train_alone(*runs[0].rehearsal, 1)));
}

TEST_CASE("lists that are drawn for users have a metric of their own") {
  const std::vector<Run> runs = {rehearsed(), rehearsed(2)};
  MembersSettings settings;
  CHECK_FALSE(members_json(runs, settings)[0].contains("drawn"));
  settings.source = MembersSettings::Source::kClicks;
  const auto mean = [&](std::size_t which) {
    const auto& rehearsal = *runs[which].rehearsal;
    Rng rng(rehearsal.seed, Purpose::kRanking);
    return drawn_mean(*rehearsal.own[0], runs[which].result.model, rng);
  };
  CHECK(members_json(runs, settings)[0]["drawn"].get<double>() ==
        doctest::Approx((mean(0) + mean(1)) / 2));
  settings.exploration = Exploration::kSwap;
  CHECK_FALSE(members_json(runs, settings)[0].contains("drawn"));
}

TEST_CASE("a member's numbers are means over the runs") {
  std::vector<Run> runs = {rehearsed(), rehearsed(2)};
  runs[1].result.model = -runs[0].result.model;
  const double first = members_json({runs[0]}, {})[0]["joined"];
  const double second = members_json({runs[1]}, {})[0]["joined"];
  CHECK(first != second);
  CHECK(members_json(runs, {})[0]["joined"].get<double>() ==
        doctest::Approx((first + second) / 2));
}

TEST_CASE("a member without held-out queries has no numbers") {
  Run run = rehearsed();
  auto rehearsal = std::make_shared<members::Rehearsal>(*run.rehearsal);
  rehearsal->own[2] = nullptr;
  run.rehearsal = rehearsal;
  const Json json = members_json({run}, {});
  CHECK(json[2]["held_out"] == 0);
  for (const char* ranker : {"untrained", "alone", "joined"})
    CHECK_MESSAGE(json[2][ranker].is_null(), ranker);
  CHECK_FALSE(json[1]["joined"].is_null());
}

TEST_CASE("the last evaluation counts, its mean over the runs that have one") {
  CHECK(held_out_json("m", {}).is_null());
  CHECK(held_out_json("m", {point_of(1, 9, 0.125), point_of(4, 8, 0.5)}) ==
        Json({{"metric", "m"},
              {"opened", 4},
              {"members", 3},
              {"queries", 8.0},
              {"mean", 0.5}}));
  CHECK(held_out_json("m", {point_of(1, 8, std::nan(""))})["mean"].is_null());
  std::vector<Run> runs = {rehearsed(), rehearsed(2), rehearsed(3)};
  runs[0].result.held_out = {point_of(1, 1, 0), point_of(4, 8, 0.5)};
  runs[2].result.held_out = {point_of(4, 6, 0.25)};
  const Json mean = held_out_json(runs);
  CHECK(mean["metric"] == "ndcg@10");
  CHECK(mean["queries"] == 7.0);
  CHECK(mean["mean"] == 0.375);
}

TEST_CASE("comparisons are of the first run, with all that it withdrew") {
  CHECK(compared_json(std::vector<HeldOutPoint>()).is_null());
  std::vector<HeldOutPoint> points = {point_of(1, 9, -0.5), point_of(2, 9, -1),
                                      point_of(3, 40, 0.125)};
  points[0].verdict = points[1].verdict = ModelVerdict::kWithdrawn;
  points[2].verdict = ModelVerdict::kKept;
  points[2].kept = 3;
  points[2].lower = 0.0625;
  points[2].upper = 0.25;
  CHECK(compared_json(points) == Json({{"opened", 3},
                                       {"kept", 3},
                                       {"members", 3},
                                       {"users", 40.0},
                                       {"preference", 0.125},
                                       {"lower", 0.0625},
                                       {"upper", 0.25},
                                       {"verdict", "kept"},
                                       {"withdrawn", 2}}));
  Run run = rehearsed();
  run.result.held_out = points;
  CHECK(compared_json({run}).is_null());
  auto rehearsal = std::make_shared<members::Rehearsal>(*run.rehearsal);
  rehearsal->plan.comparing = {Opponent::kEngine, 0.5};
  run.rehearsal = rehearsal;
  CHECK(compared_json({run})["withdrawn"] == 2);
  // Then they are no evaluations of a metric.
  CHECK(held_out_json({run}).is_null());
}

}  // namespace fedltr::members_json_test
