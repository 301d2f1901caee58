// The parts of a federation's members in an epoch, and how few may stay.
#include <cmath>

#include <doctest/doctest.h>

#include "actors/members/members_plan.hpp"
#include "algorithms/members/preference_exam.hpp"
#include "tests/support/epochs.hpp"
#include "tests/support/small_members.hpp"

namespace fedltr::epoch_members_test {
using namespace fedltr::test;
using namespace fedltr::members;

namespace {

const Vector kModel = Vector::Constant(kMemberFeatures, 0.1);

/// Opens the sum of all members' parts in an epoch.
/// @param charged  what their ledgers are charged
Vector opened_sum(const Rehearsal& run, std::uint32_t number,
                  EpochKind kind = EpochKind::kLearning,
                  double* charged = nullptr) {
  const auto trial = make_trial(run.plan);
  if (trial) *trial = {1, run.plan.initial};
  std::vector<EpochMember> members;
  for (std::uint32_t i = 0; i < kMembers; ++i) {
    MemberSecrets secrets = simulated_secrets(run.seed, i);
    if (charged)
      secrets.charge = [charged](std::uint32_t, double mu_squared) {
        *charged += mu_squared;
      };
    members.push_back(make_epoch_member(run.plan, i, run.rows[i], run.exams[i],
                                        std::move(secrets), nullptr, nullptr,
                                        trial));
  }
  EpochLead lead(number,
                 kind == EpochKind::kLearning ? kMemberFeatures : kExamWords,
                 run.plan.tolerance);
  for (int i = 0; i < 4; ++i)
    REQUIRE(run_stage(lead, members, kModel, {}, kind) == "");
  return run.plan.code_of(kind).sum_of(lead.sum());
}

}  // namespace

TEST_CASE("a member's part is what it learns, with and without noise") {
  for (const double multiplier : {0.0, 5.0}) {
    const Rehearsal run = small_members(1, multiplier);
    for (const std::uint32_t number : {1U, 2U, 7U})
      CHECK(kModel + opened_sum(run, number) / 4 ==
            next_model(run, kModel, number, kMembers, {0, 1, 2, 3}));
  }
}

TEST_CASE("a liar's part is what it learns, reversed, of the agreed length") {
  Rehearsal run = small_members(1);
  run.plan.code.clip = 0.5;
  run.plan.liars = {1, 20};
  Vector sum = Vector::Zero(kMemberFeatures);
  for (std::uint32_t i = 0; i < kMembers; ++i) {
    const Vector part =
        MemberLearner(run.plan.training, run.rows[i], i).part(1, kModel);
    REQUIRE(part.norm() > 0);
    sum += i == 0 ? Vector(part * (-10 / part.norm())) : part;
  }
  CHECK((opened_sum(run, 1) - sum).norm() < 1e-6);
}

TEST_CASE("an evaluation opens the mean over all held-out queries") {
  for (const double multiplier : {0.0, 0.001}) {
    Rehearsal run = small_members(1);
    run.plan.evaluate = 1;
    run.plan.exam.multiplier = multiplier;
    double charged = 0;
    const HeldOutPoint point = held_out_point(
        opened_sum(run, 1, EpochKind::kEvaluation, &charged), multiplier);
    double sum = 0;
    double count = 0;
    for (const auto& exam : run.exams) {
      const Matrix values = exam->per_query(kModel);
      for (const double value : values.reshaped())
        if (!std::isnan(value)) {
          sum += value;
          ++count;
        }
    }
    CHECK(point.mean == doctest::Approx(sum / count).epsilon(1e-3));
    if (multiplier == 0) {
      CHECK(point.queries == count);
      CHECK(std::abs(point.mean - sum / count) < 1e-8);
      CHECK(charged == 0);
    } else {
      CHECK(point.queries == doctest::Approx(count).epsilon(1e-2));
      CHECK(charged == doctest::Approx(kMembers * run.plan.exam.mu_squared(2)));
    }
  }
}

TEST_CASE("a comparison has the agreed share of searches, rounded up") {
  Rehearsal run = small_members(1);
  compare_by_clicks(run, 13);
  run.plan.comparing.share = 0.3;
  const Vector sum = opened_sum(run, 3, EpochKind::kEvaluation);
  const auto parts = [&](Index searches) {
    PreferenceTerms terms{run.plan.comparing, false, run.plan.exam.step(),
                          searches};
    Vector all = Vector::Zero(kExamWords);
    for (std::uint32_t i = 0; i < kMembers; ++i)
      all +=
          PreferenceExam(
              terms, run.plan.training, run.rows[i], i, nullptr,
              std::make_shared<MemberTrial>(MemberTrial{1, run.plan.initial}))
              .part(3, kModel);
    return all;
  };
  // Eight: 0.3 of 13 in each of 2 epochs.
  CHECK((sum - parts(8)).norm() < 1e-6);
  CHECK((sum - parts(7)).norm() > 1);
}

TEST_CASE("too few that stay are named, with the number that it takes") {
  MembersPlan plan = small_members(1).plan;
  LeadState state;
  CHECK(too_few_stay(plan, state) == "");
  state.left = {2};
  CHECK(too_few_stay(plan, state) == "");
  state.left_out = {0};
  CHECK(too_few_stay(plan, state) ==
        "2 members have not left (b, d), and a sum needs three");
  plan = small_members(1, 0, 5).plan;
  plan.tolerance = against_lies(0, 0.2, 5);
  REQUIRE(plan.least_members() == 4);
  CHECK(too_few_stay(plan, state) ==
        "3 members have not left (b, d, e), and members.level = lying needs 4");
  plan = grouped_members(1).plan;
  CHECK(too_few_stay(plan, state) == "");
  state.left = {2, 3, 4, 5};
  CHECK(too_few_stay(plan, state) ==
        "7 members have not left (b, g, h, i, j, k, l), and 3 groups need 9");
}

}  // namespace fedltr::epoch_members_test
