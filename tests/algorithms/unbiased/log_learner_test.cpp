#include "algorithms/unbiased/log_learner.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "tests/algorithms/unbiased/logged_world.hpp"

namespace fedltr::log_learner_test {
namespace {

using test::learn_from;
using test::LoggedWorld;

/// One query of three documents, whose labels are 0, 1 and 2.
std::shared_ptr<const Dataset> three_documents() {
  Dataset data(2);
  data.add_query("q", std::vector<double>{1, 0, 0, 1, 0.5, 2},
                 std::vector<std::uint8_t>{0, 1, 2});
  return std::make_shared<const Dataset>(std::move(data));
}

/// Relevance: P(click | examined) by label.
const std::vector<double> kRelevance = {0.1, 0.4, 0.8};
const std::vector<Index> kShownOrder = {2, 0, 1};

/// The step of a learner from one list with these clicks.
Vector step_of(const Learner& learner,
               const std::shared_ptr<const Ranker>& ranker, const Vector& model,
               std::span<const std::uint8_t> clicks) {
  const auto data = three_documents();
  Simulation world(data, ranker, find(click_models(), "perfect").make({3, {}}));
  SessionLog log;
  log.add(0, 0, kShownOrder, clicks);
  world.log = std::make_shared<const SessionLog>(std::move(log));
  Session session;
  session.enter(world);
  Streams streams(1, 0, 1);
  Vector message(model.size());
  learner.learn(model, 1, streams, session, message);
  return message - model;
}

/// The step of a user's clicks on average: over all 8 outcomes, exactly.
/// @param chance  P(click at rank | clicks above), by rank
template <class Chance>
Vector expected_step(const Learner& learner,
                     const std::shared_ptr<const Ranker>& ranker,
                     const Vector& model, const Chance& chance) {
  Vector sum = Vector::Zero(model.size());
  for (unsigned outcome = 0; outcome < 8; ++outcome) {
    std::vector<std::uint8_t> clicks(3);
    double probability = 1;
    for (std::size_t rank = 0; rank < 3; ++rank) {
      clicks[rank] = outcome >> rank & 1;
      const double p = chance(rank, clicks);
      probability *= clicks[rank] ? p : 1 - p;
    }
    sum += probability * step_of(learner, ranker, model, clicks);
  }
  return sum;
}

double relevance_at(std::size_t rank) {
  return kRelevance[static_cast<std::size_t>(kShownOrder[rank])];
}

/// The step of softmax cross entropy on the relevances themselves.
Vector true_step(const Vector& model, double rate) {
  const auto data = three_documents();
  const Vector scores = data->features_of(0) * model.head(2);
  std::vector<double> weights(3);
  weigh_by_softmax({scores.data(), 3}, kRelevance, weights);
  return rate * data->features_of(0).transpose() *
         Eigen::Map<const Vector>(weights.data(), 3);
}

LearnerOptions corrected_by(Examination examination) {
  LearnerOptions options;
  options.parameters = {{"rate", 0.5}};
  options.examination = std::move(examination);
  return options;
}

const Examination kPosition{{1, 0.5, 0.25}};
const Examination kTrusting{.propensity = {0.5, 0.4, 0.3},
                            .offset = {0.4, 0.2, 0.1}};
const Examination kCascade{.propensity = {}, .proceed = {0.6, 0.3, 1}};

double by_rank_chance(const Examination& of, std::size_t rank) {
  return of.propensity[rank] * relevance_at(rank) +
         (of.offset.empty() ? 0 : of.offset[rank]);
}

}  // namespace

TEST_CASE("softmax weights rank by the estimates") {
  std::vector<double> weights(3);
  weigh_by_softmax(std::vector<double>{0, 0, 0}, std::vector<double>{1, 0, 2},
                   weights);
  CHECK(weights[0] == doctest::Approx(0));
  CHECK(weights[1] == doctest::Approx(-1));
  CHECK(weights[2] == doctest::Approx(1));
}

TEST_CASE("softmax weights are the gradient of the weighted log shares") {
  const std::vector<double> scores = {0.3, -1, 2};
  const std::vector<double> estimates = {1.5, -0.25, 3};
  const auto value = [&](std::vector<double> at) {
    double mass = 0;
    for (const double score : at) mass += std::exp(score);
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i)
      sum += estimates[i] * (at[i] - std::log(mass));
    return sum;
  };
  std::vector<double> weights(3);
  weigh_by_softmax(scores, estimates, weights);
  for (std::size_t i = 0; i < 3; ++i) {
    std::vector<double> up = scores;
    std::vector<double> down = scores;
    up[i] += 1e-6;
    down[i] -= 1e-6;
    CHECK(weights[i] ==
          doctest::Approx((value(up) - value(down)) / 2e-6).epsilon(1e-6));
  }
}

TEST_CASE("weighted clicks teach the relevance, whatever the examination") {
  const auto ranker = find(rankers(), "linear").make(RankerShape(2));
  const Vector model{{0.3, -0.2}};
  const Vector wanted = true_step(model, 0.5);
  const auto ips = [&](const Examination& of) {
    return find(learners(), "ips").make(corrected_by(of), ranker);
  };
  for (const Examination& of : {kPosition, kTrusting}) {
    const Vector step = expected_step(
        *ips(of), ranker, model,
        [&](std::size_t rank, auto&) { return by_rank_chance(of, rank); });
    CHECK((step - wanted).norm() < 1e-12);
  }
  const Vector step = expected_step(
      *ips(kCascade), ranker, model,
      [&](std::size_t rank, const std::vector<std::uint8_t>& clicks) {
        double examined = 1;
        for (std::size_t above = 0; above < rank; ++above)
          if (clicks[above]) examined *= kCascade.proceed[above];
        return examined * relevance_at(rank);
      });
  CHECK((step - wanted).norm() < 1e-12);
}

TEST_CASE("clicks taken for relevance teach the rank as well") {
  const auto ranker = find(rankers(), "linear").make(RankerShape(2));
  const Vector model{{0.3, -0.2}};
  const auto naive =
      find(learners(), "naive").make(corrected_by(kPosition), ranker);
  const Vector step = expected_step(
      *naive, ranker, model,
      [&](std::size_t rank, auto&) { return by_rank_chance(kPosition, rank); });
  CHECK((step - true_step(model, 0.5)).norm() > 0.05);
}

TEST_CASE("the doubly robust step is right whatever the regression predicts") {
  const auto& method = find(learners(), "dr");
  const auto ranker = with_room(method, {10, 2},
                                find(rankers(), "linear").make(RankerShape(2)));
  for (const Examination& of : {kPosition, kTrusting}) {
    const auto dr = method.make(corrected_by(of), ranker);
    const Vector model{{0.3, -0.2, 1.5, -0.7, 0.4}};  // the last 3 predict
    const Vector step = expected_step(
        *dr, ranker, model,
        [&](std::size_t rank, auto&) { return by_rank_chance(of, rank); });
    CHECK((step.head(2) - true_step(model, 0.5)).norm() < 1e-12);
  }
}

TEST_CASE("the regression rests where it predicts the clicks") {
  const auto& method = find(learners(), "dr");
  const auto ranker = with_room(method, {10, 2},
                                find(rankers(), "linear").make(RankerShape(2)));
  const auto dr = method.make(corrected_by(kTrusting), ranker);
  // Predicts relevance 0.5 everywhere; users find half of all relevant.
  const Vector step =
      expected_step(*dr, ranker, Vector::Zero(5), [&](std::size_t rank, auto&) {
        return kTrusting.propensity[rank] * 0.5 + kTrusting.offset[rank];
      });
  CHECK(step.tail(3).norm() < 1e-12);
}

TEST_CASE("propensities of a log precede the curve") {
  const auto ranker = find(rankers(), "linear").make(RankerShape(2));
  const auto ips =
      find(learners(), "ips").make(corrected_by(Examination{{1}}), ranker);
  const std::vector<std::uint8_t> clicks = {0, 1, 0};
  const auto data = three_documents();
  Simulation world(data, ranker, find(click_models(), "perfect").make({3, {}}));
  SessionLog log;
  log.add(0, 0, kShownOrder, clicks, std::vector<double>{1, 0.5, 0.25});
  world.log = std::make_shared<const SessionLog>(std::move(log));
  Session session;
  session.enter(world);
  Streams streams(1, 0, 1);
  Vector message(2);
  ips->learn(Vector::Zero(2), 1, streams, session, message);
  CHECK((message - 2 * step_of(*ips, ranker, Vector::Zero(2), clicks)).norm() <
        1e-12);
}

TEST_CASE("a small propensity counts as log.clip") {
  const auto ranker = find(rankers(), "linear").make(RankerShape(2));
  const auto step = [&](double propensity, double clip) {
    LearnerOptions options = corrected_by(Examination{{propensity}});
    options.parameters.set("log.clip", clip);
    return step_of(*find(learners(), "ips").make(options, ranker), ranker,
                   Vector::Zero(2), std::vector<std::uint8_t>{0, 1, 0});
  };
  CHECK(step(0.001, 0.1) == step(0.1, 0.001));
  CHECK(step(0.001, 0.001).norm() > 50 * step(0.1, 0.001).norm());
}

TEST_CASE("a self-normalised step does not depend on the scale of weights") {
  const auto ranker = find(rankers(), "linear").make(RankerShape(2));
  const auto step = [&](double scale, bool normalised) {
    LearnerOptions options =
        corrected_by(Examination{{0.8 * scale, 0.4 * scale, 0.2 * scale}});
    options.parameters.set("log.self-normalised", normalised);
    return step_of(*find(learners(), "ips").make(options, ranker), ranker,
                   Vector::Zero(2), std::vector<std::uint8_t>{1, 0, 1});
  };
  CHECK((step(1, true) - step(0.5, true)).norm() < 1e-12);
  CHECK((step(1, false) - step(0.5, false)).norm() > 0.1);
}

TEST_CASE("a self-normalised step of pairs is the step, if all weigh 1") {
  const auto& method = find(learners(), "pairwise");
  const auto ranker = with_room(method, {10, 3},
                                find(rankers(), "linear").make(RankerShape(2)));
  const auto step = [&](bool normalised) {
    LearnerOptions options;
    options.parameters.set("log.self-normalised", normalised);
    return step_of(*method.make(options, ranker), ranker,
                   Vector::Zero(ranker->size()),
                   std::vector<std::uint8_t>{1, 0, 1});
  };
  CHECK(step(false).head(2).norm() > 0);
  CHECK((step(true) - step(false)).head(2).norm() < 1e-12);
}

TEST_CASE("losses of pairs grow as their scores differ, without bound") {
  const auto& method = find(learners(), "pairwise");
  const auto ranker = with_room(method, {10, 3},
                                find(rankers(), "linear").make(RankerShape(2)));
  Vector model = Vector::Zero(ranker->size());
  model(0) = 100;  // scores 50, 100, 0 by rank
  const Vector step = step_of(*method.make(LearnerOptions(), ranker), ranker,
                              model, std::vector<std::uint8_t>{0, 0, 1});
  // Means of losses, from 1: of clicks by rank, then of others.
  const Vector means = step.tail(20) / 0.01;
  CHECK(means(2) == doctest::Approx(50 + 100 - 1));
  CHECK(means(10) == doctest::Approx(50 - 1));
  CHECK(means(11) == doctest::Approx(100 - 1));
}

TEST_CASE("a batch is the sum of its searches under one model") {
  const LoggedWorld world("pbm", {}, {.sessions = 40});
  LearnerOptions options = corrected_by(Examination{{1}});
  const auto one = learn_from(world, "naive", options, 1);
  options.parameters.set("log.batch", std::uint64_t{10});
  const auto batch = learn_from(world, "naive", options, 1);
  CHECK(one.model != batch.model);
  // Small steps add up to that of the batch.
  options.parameters = {{"rate", 1e-7}};
  const auto small = learn_from(world, "naive", options, 1);
  CHECK((small.model / 1e-7 - batch.model / 0.5).norm() <
        1e-5 * batch.model.norm());
}

TEST_CASE("without a log a learner shows its best documents") {
  const auto ranker = find(rankers(), "linear").make(RankerShape(2));
  const Simulation world(three_documents(), ranker,
                         find(click_models(), "perfect").make({3, {}}));
  const auto naive = find(learners(), "naive").make({}, ranker);
  Session session;
  session.enter(world);
  Streams streams(1, 0, 1);
  Vector message(2);
  naive->learn(Vector{{0, 1}}, 1, streams, session, message);
  CHECK(session.search().ranking()[0] == 2);
  CHECK_FALSE(session.search().is_logged());
}

}  // namespace fedltr::log_learner_test
