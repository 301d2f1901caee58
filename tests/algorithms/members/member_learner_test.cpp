#include "algorithms/members/member_learner.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/ranking/list_loss.hpp"
#include "algorithms/ranking/neural.hpp"
#include "tests/support/small_members.hpp"

namespace fedltr::member_learner_test {
using namespace fedltr::test;

/// Mean loss over the queries with a relevant document.
double loss_of(const Ranker& ranker, const Dataset& rows, const Vector& model) {
  double sum = 0;
  double count = 0;
  for (Index query = 0; query < rows.queries(); ++query) {
    const Vector target = target_of_gains(rows.labels_of(query));
    if (target.size() == 0) continue;
    Vector scores(target.size());
    ranker.score(model, rows.features_of(query), scores);
    const Vector probabilities = softmax(scores);
    for (Index i = 0; i < target.size(); ++i)
      sum -= target(i) * std::log(probabilities(i));
    ++count;
  }
  return sum / count;
}

Vector some_model(Index size) {
  Rng rng(4, Purpose::kTest);
  Vector model(size);
  for (double& value : model) value = 0.3 * rng.normal();
  return model;
}

void check_gradient(const std::shared_ptr<const Ranker>& ranker) {
  const auto rows = member_rows(1);
  const MemberLearner learner({ranker, PrivacyUnit::kMember, 1, 1, 1e9}, rows);
  const Vector model = some_model(ranker->size());
  const Vector step = learner.part(1, model);
  for (Index i = 0; i < model.size(); ++i) {
    Vector near = model;
    near(i) += 1e-6;
    Vector far = model;
    far(i) -= 1e-6;
    const double slope =
        (loss_of(*ranker, *rows, near) - loss_of(*ranker, *rows, far)) / 2e-6;
    CHECK(step(i) == doctest::Approx(-slope).epsilon(1e-4));
  }
}

TEST_CASE("a step descends the list-wise loss of a linear ranker") {
  check_gradient(std::make_shared<LinearRanker>(kMemberFeatures));
}

TEST_CASE("and of a neural one") {
  check_gradient(
      find(rankers(), "neural").make(RankerShape(kMemberFeatures, 3)));
}

TEST_CASE("a member's change is clipped, in one piece") {
  const auto ranker = std::make_shared<LinearRanker>(kMemberFeatures);
  const MemberLearner free({ranker, PrivacyUnit::kMember, 5, 4, 1e9},
                           member_rows(0));
  const MemberLearner tight({ranker, PrivacyUnit::kMember, 5, 4, 0.1},
                            member_rows(0));
  const Vector model = Vector::Zero(kMemberFeatures);
  CHECK(free.part(1, model).norm() > 1);
  CHECK(tight.part(1, model).norm() == doctest::Approx(0.1));
}

TEST_CASE("each query adds at most the clip") {
  const auto ranker = std::make_shared<LinearRanker>(kMemberFeatures);
  const MemberTraining training{ranker, PrivacyUnit::kQuery, 1, 1, 0.01};
  const auto rows = member_rows(2);
  const Vector model = Vector::Zero(kMemberFeatures);
  Vector sum = Vector::Zero(kMemberFeatures);
  Index relevant = 0;
  for (Index query = 0; query < rows->queries(); ++query) {
    const MemberLearner one(training, std::make_shared<const Dataset>(
                                          select_queries(*rows, {query})));
    const Vector part = one.part(1, model);
    CHECK(part.norm() <= 0.01 * (1 + 1e-12));
    relevant += one.queries();
    sum += part;
  }
  const MemberLearner all(training, rows);
  CHECK(all.queries() == relevant);
  CHECK((all.part(1, model) - sum).norm() < 1e-12);
}

TEST_CASE("rows without a relevant document teach nothing") {
  Dataset rows(1);
  const double values[] = {1, 2};
  const std::uint8_t labels[] = {0, 0};
  rows.add_query("q", values, labels);
  const MemberLearner learner({std::make_shared<LinearRanker>(1)},
                              std::make_shared<const Dataset>(std::move(rows)));
  CHECK(learner.queries() == 0);
  CHECK(learner.part(1, Vector::Ones(1)) == Vector::Zero(1));
}

/// Training by simulated users, with the reference learner.
MemberTraining by_clicks(PrivacyUnit unit, Index searches) {
  MemberTraining training;
  training.ranker = std::make_shared<LinearRanker>(kMemberFeatures);
  training.unit = unit;
  training.clip = 1e9;
  auto clicks = std::make_shared<ClickTraining>();
  clicks->learner =
      find(learners(), "pdgd").make(LearnerOptions{}, training.ranker);
  clicks->user = find(click_models(), "perfect").make({2});
  clicks->searches = searches;
  clicks->seed = 9;
  training.clicks = std::move(clicks);
  return training;
}

TEST_CASE("by clicks, a part is what the learner changes in its searches") {
  const auto training = by_clicks(PrivacyUnit::kMember, 30);
  const auto rows = member_rows(1);
  const Vector model = some_model(kMemberFeatures);
  const Simulation users(rows, training.ranker, training.clicks->user);
  Session session;
  session.enter(users);
  Streams streams(9, 3, 7);
  Vector local(model.size());
  training.clicks->learner->learn(model, 30, streams, session, local);
  const MemberLearner learner(training, rows, 3);
  CHECK(learner.part(7, model) == local - model);
  CHECK(learner.part(7, model) == learner.part(7, model));
  CHECK(learner.part(8, model) != learner.part(7, model));
  CHECK(MemberLearner(training, rows, 2).part(7, model) !=
        learner.part(7, model));
}

TEST_CASE("by clicks, a query adds the same whatever the other queries are") {
  const auto training = by_clicks(PrivacyUnit::kQuery, 5);
  const auto rows = member_rows(1);
  const Vector model = some_model(kMemberFeatures);
  Vector sum = Vector::Zero(model.size());
  for (Index query = 0; query < rows->queries(); ++query)
    sum += MemberLearner(training, std::make_shared<const Dataset>(
                                       select_queries(*rows, {query})))
               .part(4, model);
  const MemberLearner all(training, rows);
  CHECK(all.queries() == rows->queries());
  CHECK(sum.norm() > 0.01);
  CHECK((all.part(4, model) - sum).norm() < 1e-12);
}

TEST_CASE("by clicks too, no unit adds more than the clip") {
  for (const PrivacyUnit unit : {PrivacyUnit::kMember, PrivacyUnit::kQuery}) {
    auto training = by_clicks(unit, 20);
    training.clip = 0.001;
    const MemberLearner learner(training, member_rows(2));
    const double most =
        unit == PrivacyUnit::kMember ? 1 : static_cast<double>(6);
    const double norm = learner.part(1, Vector::Zero(kMemberFeatures)).norm();
    CHECK(norm > 0);
    CHECK(norm <= most * 0.001 * (1 + 1e-12));
  }
}

}  // namespace fedltr::member_learner_test
