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

TEST_CASE("by rewards, a part is a step along the estimated gradient") {
  auto training = by_clicks(PrivacyUnit::kMember, 30);
  auto clicks = std::make_shared<ClickTraining>(*training.clicks);
  clicks->learner =
      find(learners(), "es").make(LearnerOptions{}, training.ranker);
  training.clicks = clicks;
  training.rate = 0.01;
  const auto rows = member_rows(1);
  const Vector model = some_model(kMemberFeatures);
  const Simulation users(rows, training.ranker, clicks->user);
  Session session;
  session.enter(users);
  Streams streams(9, 3, 7);
  Vector message(3);  // seed, mean reward at its perturbation, at its negative
  clicks->learner->learn(model, 30, streams, session, message);
  CHECK(message(1) != message(2));
  Vector direction = Vector::Zero(model.size());
  clicks->learner->add(message, 0.01, direction);
  CHECK(MemberLearner(training, rows, 3).part(7, model) == direction);
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

/// Rows that float32 stores as they are.
std::shared_ptr<const Dataset> exact_rows() {
  const auto rows = member_rows(1);
  auto exact = std::make_shared<Dataset>(kMemberFeatures, Storage::kFloat32);
  append_queries(*exact, *rows);
  return exact;
}

/// A search as a log has it.
RecordedSearch recorded(Search& search, std::uint64_t id,
                        const std::string& user) {
  RecordedSearch kept{id, user, {}, {}, {}};
  const auto features = search.features();
  for (const Index document : search.ranking()) {
    for (const double value : features.row(document))
      kept.rows.push_back(static_cast<float>(value));
    kept.scores.push_back(search.scores()(document));
  }
  kept.clicks.assign(search.clicks().begin(), search.clicks().end());
  return kept;
}

/// Searches of simulated users as a log of real ones has them: of two users, in
/// turn.
/// @param change  of the model by them
std::deque<RecordedSearch> searches_of_past(const MemberTraining& training,
                                            const Vector& model,
                                            Vector& change) {
  const Simulation users(exact_rows(), training.ranker,
                         find(click_models(), "perfect").make({2}));
  Session session;
  session.enter(users);
  Streams streams(9, 3, 7);
  change = model;
  const auto learning =
      training.clicks->learner->begin(model, 30, streams, change);
  std::deque<RecordedSearch> log;
  for (std::uint64_t i = 0; i < 30; ++i) {
    session.ask(streams.query);
    learning->show(session.search());
    session.observe(streams.click);
    log.push_back(recorded(session.search(), i, i % 2 == 0 ? "a" : "b"));
    learning->learn(session.search());
  }
  learning->end();
  change -= model;
  return log;
}

/// Training by real users.
MemberTraining by_real_users(PrivacyUnit unit, Index searches) {
  MemberTraining training = by_clicks(unit, searches);
  auto clicks = std::make_shared<ClickTraining>(*training.clicks);
  clicks->user = nullptr;
  training.clicks = std::move(clicks);
  return training;
}

MemberLearner learner_of(const MemberTraining& training,
                         std::deque<RecordedSearch> log) {
  SearchRecord record;
  record.waiting = std::move(log);
  return {training, std::make_shared<const Dataset>(kMemberFeatures), 3,
          std::make_shared<ReplayedSearches>(std::move(record))};
}

TEST_CASE("a log teaches what its searches taught when they were made") {
  const auto training = by_real_users(PrivacyUnit::kMember, 30);
  const Vector model = some_model(kMemberFeatures);
  Vector change;
  const auto log = searches_of_past(training, model, change);
  const MemberLearner learner = learner_of(training, log);
  CHECK(change.norm() > 0.01);
  CHECK(learner.part(1, model) == change);
  CHECK(learner.part(2, model) == Vector::Zero(kMemberFeatures));
}

TEST_CASE("each search teaches once, the oldest first") {
  const auto training = by_real_users(PrivacyUnit::kMember, 20);
  const Vector model = some_model(kMemberFeatures);
  Vector change;
  const auto log = searches_of_past(training, model, change);
  const MemberLearner learner = learner_of(training, log);
  const Vector first = learner.part(1, model);
  CHECK(first ==
        learner_of(training, {log.begin(), log.begin() + 20}).part(1, model));
  CHECK(learner.part(2, model) ==
        learner_of(training, {log.begin() + 20, log.end()}).part(1, model));
  CHECK(learner.part(3, model).norm() == 0);
}

TEST_CASE("a user adds the same beside any other users, within the clip") {
  MemberTraining training = by_real_users(PrivacyUnit::kUser, 10);
  const Vector model = some_model(kMemberFeatures);
  Vector change;
  const auto log = searches_of_past(training, model, change);
  std::deque<RecordedSearch> of_a;
  std::deque<RecordedSearch> of_b;
  for (const RecordedSearch& search : log)
    (search.user == "a" ? of_a : of_b).push_back(search);
  const Vector both = learner_of(training, log).part(1, model);
  const Vector a = learner_of(training, of_a).part(1, model);
  const Vector b = learner_of(training, of_b).part(1, model);
  CHECK(a.norm() > 0.001);
  CHECK(both == a + b);
  training.clip = 0.001;
  CHECK(learner_of(training, of_a).part(1, model).norm() ==
        doctest::Approx(0.001));
  CHECK(learner_of(training, log).part(1, model).norm() < 0.0021);
}

TEST_CASE("a log replays each epoch's searches") {
  const auto search = [](std::uint64_t id, const char* user) {
    return RecordedSearch{id, user, {}, {}, {}};
  };
  SearchRecord record;
  record.taken[3] = {search(1, "a"), search(2, "b")};
  record.taken[5] = {};
  record.waiting = {search(3, "a"), search(4, "c"), search(5, "a"),
                    search(6, "")};
  CHECK(record.searches() == 6);
  CHECK(users_of(record.taken[3]) == 2);
  CHECK(users_of(std::vector(record.waiting.begin(), record.waiting.end())) ==
        2);
  ReplayedSearches replayed(record);
  const auto ids = [&](std::uint32_t epoch) {
    std::vector<std::uint64_t> found;
    for (const auto& each : replayed.take(epoch, PrivacyUnit::kUser, 1))
      found.push_back(each.id);
    return found;
  };
  using Ids = std::vector<std::uint64_t>;
  CHECK(ids(1) == Ids{});
  CHECK(ids(3) == Ids{1, 2});
  CHECK(ids(4) == Ids{});
  CHECK(ids(5) == Ids{});
  CHECK(ids(6) == Ids{3, 4});
  CHECK(ids(7) == Ids{5});
  CHECK(ids(8) == Ids{});
  CHECK(replayed.take(9, PrivacyUnit::kMember, 1).size() == 1);
}

TEST_CASE("a log teaches with its propensities instead of scores") {
  MemberTraining training = by_real_users(PrivacyUnit::kMember, 30);
  auto clicks = std::make_shared<ClickTraining>(*training.clicks);
  clicks->learner =
      find(learners(), "ips").make(LearnerOptions{}, training.ranker);
  clicks->from_log = true;
  training.clicks = clicks;
  RecordedSearch search{1, "u", {}, {1, 0.5}, {0, 1}};
  for (Index i = 0; i < 2 * kMemberFeatures; ++i)
    search.rows.push_back(0.25F * static_cast<float>(i));
  const Vector model = Vector::Zero(kMemberFeatures);
  const Vector half = learner_of(training, {search}).part(1, model);
  CHECK(half.norm() > 0);
  search.scores = {1, 1};
  const Vector whole = learner_of(training, {search}).part(1, model);
  // Twice the weight of the click is twice the gradient.
  CHECK((half - 2 * whole).norm() < 1e-12);
}

}  // namespace fedltr::member_learner_test
