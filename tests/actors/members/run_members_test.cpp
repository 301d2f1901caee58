#include "actors/members/run_members.hpp"

#include <doctest/doctest.h>

#include "tests/support/small_members.hpp"

namespace fedltr::run_members_test {
using namespace fedltr::test;

class Kept : public Observer {
 public:
  void on_round(std::uint32_t, const RoundRecord& record) override {
    rounds.push_back(record);
  }
  void on_finished(std::uint32_t, RunResult finished) override {
    result = std::move(finished);
  }

  std::vector<RoundRecord> rounds;
  std::optional<RunResult> result;
};

Kept rehearse(const members::Rehearsal& run, std::size_t threads) {
  Kept kept;
  Interrupt interrupt;
  const auto outcome = members::run_members(run, 3, threads, kept, interrupt);
  CHECK(outcome.failure == "");
  CHECK_FALSE(outcome.interrupted);
  return kept;
}

TEST_CASE("a rehearsal has the bits of its epochs, on any number of threads") {
  for (const double multiplier : {0.0, 3.0}) {
    const auto run = small_members(5, multiplier);
    Vector model = run.plan.initial;
    for (std::uint32_t epoch = 1; epoch <= 5; ++epoch)
      model = next_model(run, model, epoch, kMembers, {0, 1, 2, 3});
    for (const std::size_t threads : {1, 3})
      CHECK(rehearse(run, threads).result->model == model);
  }
}

TEST_CASE("its learning curve has the evaluated epochs, and epsilon adds up") {
  auto run = small_members(5, 30);
  run.evaluate_every = 2;
  const Kept kept = rehearse(run, 2);
  REQUIRE(kept.rounds.size() == 4);
  const std::uint32_t expected[] = {0, 2, 4, 5};
  for (std::size_t i = 0; i < 4; ++i)
    CHECK(kept.rounds[i].round == expected[i]);
  CHECK(kept.rounds[0].epsilon == 0);
  CHECK(kept.rounds[1].epsilon < kept.rounds[3].epsilon);
  CHECK(kept.rounds[3].bytes_up > kept.rounds[2].bytes_up);
  CHECK(kept.result->complete);
  CHECK(kept.result->clients.size() == kMembers);
}

TEST_CASE("the last row counts the bytes of the last evaluation") {
  auto run = small_members(3, 30);
  run.plan.evaluate = 1;
  const Kept kept = rehearse(run, 2);
  const auto& rounds = kept.result->rounds;
  REQUIRE(rounds.size() == 4);
  const auto growth = [&](std::size_t i) {
    return rounds[i].bytes_up - rounds[i - 1].bytes_up;
  };
  CHECK(growth(2) == growth(1));
  CHECK(growth(3) == growth(1));
}

TEST_CASE("one that is interrupted has no result") {
  Kept kept;
  Interrupt interrupt;
  interrupt.trigger();
  const auto outcome =
      members::run_members(small_members(1000000), 0, 1, kept, interrupt);
  CHECK(outcome.interrupted);
  CHECK_FALSE(kept.result.has_value());
}

TEST_CASE("alone, a member learns from its own rows") {
  auto run = small_members(20);
  const Vector alone = train_alone(run, 1);
  CHECK(alone.norm() > 0.1);
  run.rows[0] = run.rows[2];
  CHECK(train_alone(run, 1) == alone);
}

TEST_CASE("a member without judged queries learns nothing alone") {
  auto run = small_members(5, 3);
  run.plan.training.unit = PrivacyUnit::kQuery;
  run.rows[1] = std::make_shared<const Dataset>(kMemberFeatures);
  CHECK(train_alone(run, 1) == run.plan.initial);
}

namespace {

RecordedSearch recorded(std::uint64_t id, const char* user) {
  RecordedSearch search{id, user, {}, {0, 0}, {0, 1}};
  for (Index i = 0; i < 2 * kMemberFeatures; ++i)
    search.rows.push_back(0.25F * static_cast<float>(i + Index(id)));
  return search;
}

/// A federation whose second member has recorded searches.
members::Rehearsal run_of(SearchRecord record, PrivacyUnit unit,
                          std::uint32_t epochs = 2) {
  auto run = small_members(epochs);
  auto clicks = std::make_shared<ClickTraining>();
  clicks->learner =
      find(learners(), "pdgd").make(LearnerOptions{}, run.plan.training.ranker);
  clicks->searches = 2;
  run.plan.training.clicks = clicks;
  run.plan.training.unit = unit;
  run.searches.resize(kMembers);
  run.searches[1] = std::move(record);
  return run;
}

}  // namespace

TEST_CASE("alone, a member learns from each epoch that taught") {
  // Evaluations have used the other numbers.
  SearchRecord with_gaps;
  with_gaps.taken[2] = {recorded(1, "u")};
  with_gaps.taken[4] = {recorded(2, "v")};
  SearchRecord without;
  without.taken[1] = with_gaps.taken[2];
  without.taken[2] = with_gaps.taken[4];
  for (const PrivacyUnit unit : {PrivacyUnit::kMember, PrivacyUnit::kUser}) {
    const Vector alone = train_alone(run_of(with_gaps, unit), 1);
    CHECK(alone.norm() > 0);
    CHECK(alone == train_alone(run_of(without, unit), 1));
  }
  // One user an epoch: each counts in full.
  const auto step = train_alone(run_of(without, PrivacyUnit::kUser), 1);
  CHECK((step - train_alone(run_of(without, PrivacyUnit::kMember), 1)).norm() <
        1e-12);
}

TEST_CASE("recorded searches teach, once, on any number of threads") {
  SearchRecord record;
  for (const std::uint64_t id : {0, 1, 2})
    record.waiting.push_back(recorded(id, "u"));
  const auto run = run_of(std::move(record), PrivacyUnit::kMember, 3);
  Vector model = run.plan.initial;
  const MemberLearner learner(run.plan.training, run.rows[1], 1,
                              run.searches_of(1));
  for (std::uint32_t epoch = 1; epoch <= 3; ++epoch) {
    const Vector part = learner.part(epoch, model);
    CHECK((part.norm() > 0) == (epoch < 3));
    model += part / kMembers;
  }
  for (const std::size_t threads : {1, 3}) {
    const Vector found = rehearse(run, threads).result->model;
    CHECK((found - model).norm() < 1e-9);
  }
  const Vector alone = train_alone(run, 1);
  CHECK(alone.norm() > model.norm());
  CHECK(train_alone(run, 0) == run.plan.initial);
}

}  // namespace fedltr::run_members_test
