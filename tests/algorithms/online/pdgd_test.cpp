#include "algorithms/online/pdgd.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <doctest/doctest.h>

#include "algorithms/data/synthetic.hpp"
#include "algorithms/ranking/linear.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/gradient_step.hpp"
#include "tests/support/log_probability.hpp"

namespace fedltr::pdgd_test {
using Clicks = std::vector<std::uint8_t>;

namespace {

std::vector<double> weights_of(const Vector& scores,
                               const std::vector<Index>& ranking,
                               const Clicks& clicks) {
  std::vector<double> weights(ranking.size());
  const Vector exp_scores = (scores.array() - scores.maxCoeff()).exp();
  pdgd_weights({scores, exp_scores}, {scores, exp_scores}, ranking, clicks,
               weights);
  return weights;
}

Vector gradient(const Matrix& features, const Vector& model,
                const std::vector<Index>& ranking, const Clicks& clicks) {
  const Vector scores = features * model;
  Vector result = Vector::Zero(model.size());
  test::gradient_step(LinearRanker(model.size()), model, features, ranking,
                      weights_of(scores, ranking, clicks), result);
  return result;
}

void check_gradients(const nlohmann::json& golden) {
  for (const auto& entry : golden["cases"]) {
    CAPTURE(entry["name"].get<std::string>());
    const Vector expected = test::to_vector(entry["gradient_ref_60digits"]);
    const Vector actual = gradient(test::to_matrix(entry["features"]),
                                   test::to_vector(entry["weights"]),
                                   entry["ranking"].get<std::vector<Index>>(),
                                   entry["clicks"].get<Clicks>());
    REQUIRE(actual.allFinite());
    CHECK((actual - expected).norm() <= 1e-9 * expected.norm());
  }
}

}  // namespace

TEST_CASE("PDGD gradients agree with 60-digit values to 1e-9") {
  check_gradients(test::golden("pdgd_linear.json"));
}

TEST_CASE("PDGD gradients agree on MQ2008 and with 46 features" *
          doctest::test_suite(test::kShared)) {
  check_gradients(test::shared_golden("pdgd_linear.json"));
}

TEST_CASE("the debiasing weights of a list and its swap sum to one") {
  // rho(R) = P(R*) / (P(R) + P(R*)): compare with whole list probabilities.
  const Vector scores{{0.3, -1.2, 0.8, 2.0, 0.0, -0.4}};
  const std::vector<Index> ranking = {4, 0, 3, 1};
  std::vector<Index> swapped = ranking;
  std::swap(swapped[0], swapped[2]);
  const Clicks clicks = {0, 0, 1, 0};
  const double p = std::exp(test::log_probability(scores, ranking));
  const double p_swapped = std::exp(test::log_probability(scores, swapped));
  const double slope = 1 / (2 + std::exp(2.0) + std::exp(-2.0));
  CHECK(-weights_of(scores, ranking, clicks)[0] ==
        doctest::Approx(p_swapped / (p + p_swapped) * slope).epsilon(1e-12));
}

TEST_CASE("products and logarithms give the same weights") {
  // One low-scored candidate makes the list steep without changing its top.
  Rng rng(1, Purpose::kTest);
  for (int trial = 0; trial < 200; ++trial) {
    Vector scores(6);
    for (double& score : scores) score = 3 * rng.normal();
    const Clicks clicks = {0, 1, 0, 1, 0};
    const std::vector<Index> ranking = {5, 2, 0, 1, 4};
    const auto plain = weights_of(scores, ranking, clicks);
    Vector steep(7);
    steep << scores, scores.maxCoeff() - 200;
    auto longer = ranking;
    longer.push_back(6);
    const auto by_logs = weights_of(steep, longer, {0, 1, 0, 1, 0, 0});
    for (std::size_t rank = 0; rank < plain.size(); ++rank)
      CHECK(by_logs[rank] == doctest::Approx(plain[rank]).epsilon(1e-9));
  }
}

TEST_CASE("weights sum to zero, and are zero without pairs") {
  const Vector scores{{1, 2, 3}};
  double sum = 0;
  for (const double weight : weights_of(scores, {2, 0, 1}, {0, 1, 0}))
    sum += weight;
  CHECK(std::abs(sum) < 1e-16);
  for (const Clicks& clicks : {Clicks{0, 0, 0}, Clicks{1, 1, 1}})
    for (const double weight : weights_of(scores, {2, 0, 1}, clicks))
      CHECK(weight == 0);
}

TEST_CASE("learning makes the shown lists better") {
  const auto data = std::make_shared<const Dataset>(
      synthesize(custom_shape(50, 12, 5, 3), 0.2, 1));
  const auto ranker = std::make_shared<const LinearRanker>(5);
  ClickOptions options;
  options.grades = 3;
  const Simulation simulation(data, ranker,
                              find(click_models(), "perfect").make(options));
  const auto learner = find(learners(), "pdgd").make({}, ranker);
  Session session;
  session.enter(simulation);
  Vector model = Vector::Zero(5);
  std::uint32_t round = 0;
  const auto learn = [&](Index searches) {
    Streams streams(1, 0, ++round);
    Vector learned(5);
    const OnlineTotals totals =
        learner->learn(model, searches, streams, session, learned);
    model = learned;
    return totals.ndcg / static_cast<double>(searches);
  };
  const double before = learn(200);
  learn(3000);
  const double after = learn(500);
  CHECK(after > before + 0.1);
}

TEST_CASE("FedProx pulls each step towards the global model, exactly") {
  const auto data = std::make_shared<const Dataset>(
      synthesize(custom_shape(30, 12, 6, 3), 0.5, 1));
  ClickOptions users;
  users.grades = 3;
  for (const char* name : {"linear", "neural"}) {
    const auto ranker = find(rankers(), name).make({6, 4});
    const Simulation world(data, ranker,
                           find(click_models(), "informational").make(users));
    Rng rng(1, Purpose::kTest);
    const Vector global = ranker->draw_initial(rng);
    const auto learned = [&](double proximal, Index searches) {
      LearnerOptions options;
      options.proximal = proximal;
      const auto learner = find(learners(), "pdgd").make(options, ranker);
      Session session;
      session.enter(world);
      Streams streams(1, 2, 3);
      Vector message(global.size());
      learner->learn(global, searches, streams, session, message);
      return message;
    };
    const Vector first = learned(0, 1);
    REQUIRE_FALSE(first == global);
    CHECK(learned(10, 1) == first);  // nothing to pull back from yet
    const Vector expected = learned(0, 2) - 0.1 * 2.5 * (first - global);
    CHECK((learned(2.5, 2) - expected).norm() < 1e-12);
    // A pull of 1 / rate forgets all steps except the last.
    CHECK((learned(10, 5) - global).norm() < (learned(0, 5) - global).norm());
  }
}

TEST_CASE("weights are the definition's, from probabilities of full lists") {
  Rng rng(5, Purpose::kTest);
  for (int trial = 0; trial < 300; ++trial) {
    // Scores whose products stay in range, and others that need logarithms.
    const double spread = trial % 2 == 0 ? 1 : 60;
    const auto length = 1 + rng.below(8);
    Vector scores(static_cast<Index>(length + rng.below(5)));
    for (double& score : scores) score = spread * rng.normal();
    std::vector<Index> order(static_cast<std::size_t>(scores.size()));
    std::iota(order.begin(), order.end(), Index{0});
    shuffle(std::span(order), rng);
    const std::vector<Index> ranking(order.begin(),
                                     order.begin() + std::ptrdiff_t(length));
    Clicks clicks(length);
    std::size_t used = 0;
    for (std::size_t rank = 0; rank < length; ++rank) {
      clicks[rank] = rng.below(3) == 0;
      if (clicks[rank]) used = std::min(rank + 2, ranking.size());
    }
    std::vector<double> expected(length, 0);
    for (std::size_t a = 0; a < used; ++a)
      for (std::size_t b = 0; b < used; ++b) {
        if (!clicks[a] || clicks[b]) continue;
        auto swapped = ranking;
        std::swap(swapped[a], swapped[b]);
        const double log_odds = test::log_probability(scores, ranking) -
                                test::log_probability(scores, swapped);
        const double gap = scores(ranking[a]) - scores(ranking[b]);
        // e^a e^b / (e^a + e^b)^2, by the difference alone.
        const double slope = 1 / (2 + std::exp(gap) + std::exp(-gap));
        const double weight = slope / (1 + std::exp(log_odds));
        expected[a] += weight;
        expected[b] -= weight;
      }
    const auto weights = weights_of(scores, ranking, clicks);
    for (std::size_t rank = 0; rank < length; ++rank)
      CHECK(weights[rank] ==
            doctest::Approx(expected[rank]).epsilon(1e-8).scale(1e-12));
  }
}

TEST_CASE("odds of a past list are those of the model that drew it") {
  Rng rng(23, Purpose::kTest);
  for (const double spread : {1.0, 60.0}) {  // by products, by logarithms
    Vector drawn(6);
    Vector now(4);  // candidates that were not shown need no score
    for (double& score : drawn) score = spread * rng.normal();
    for (double& score : now) score = spread * rng.normal();
    const std::vector<Index> ranking = {2, 0, 3, 1};
    const Clicks clicks = {0, 1, 0, 0};
    std::vector<Index> swapped = ranking;
    std::vector<double> expected(4);
    for (const std::size_t other : {0, 2}) {
      swapped = ranking;
      std::swap(swapped[1], swapped[other]);
      const double log_odds = test::log_probability(drawn, ranking) -
                              test::log_probability(drawn, swapped);
      const double gap = now(ranking[1]) - now(ranking[other]);
      const double weight =
          1 / (2 + std::exp(gap) + std::exp(-gap)) / (1 + std::exp(log_odds));
      expected[1] += weight;
      expected[other] -= weight;
    }
    std::vector<double> weights(4);
    const Vector exp_drawn = (drawn.array() - drawn.maxCoeff()).exp();
    const Vector exp_now = (now.array() - now.maxCoeff()).exp();
    CHECK(pdgd_weights({now, exp_now}, {drawn, exp_drawn}, ranking, clicks,
                       weights));
    for (std::size_t rank = 0; rank < 4; ++rank)
      CHECK(weights[rank] ==
            doctest::Approx(expected[rank]).epsilon(1e-8).scale(1e-12));
  }
}

TEST_CASE("a list without clicks, or of one document, has no pair") {
  const Vector scores{{1, 2}};
  const Vector exp_scores{{std::exp(-1.0), 1}};
  std::vector<double> weights = {7, 7};
  const auto pairs = [&](std::vector<Index> ranking, const Clicks& clicks) {
    return pdgd_weights({scores, exp_scores}, {scores, exp_scores}, ranking,
                        clicks, std::span(weights).first(ranking.size()));
  };
  CHECK_FALSE(pairs({0, 1}, {0, 0}));
  CHECK(weights == std::vector<double>{0, 0});
  CHECK_FALSE(pairs({1}, {1}));
  CHECK_FALSE(pairs({}, {}));
  // Both clicked: pairs are examined, and none disagrees.
  CHECK(pairs({0, 1}, {1, 1}));
  CHECK(weights == std::vector<double>{0, 0});
  std::vector<Index> longest(65, 0);
  weights.resize(65);
  CHECK_THROWS_WITH(pairs(longest, Clicks(65)),
                    "pdgd: a shown list has at most 64 documents");
}

}  // namespace fedltr::pdgd_test
