#include "algorithms/ranking/neural.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include <doctest/doctest.h>

#include "algorithms/online/pdgd.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/gradient_step.hpp"

namespace fedltr::neural_test {
namespace {

/// W, b, v in the order of a model file.
Vector flat(const Matrix& weights, const Vector& bias, const Vector& output) {
  Vector all(weights.size() + bias.size() + output.size());
  all << Vector(weights.reshaped<Eigen::RowMajor>()), bias, output;
  return all;
}

Vector random_parameters(const NeuralRanker& ranker, std::uint32_t number) {
  Rng rng(1, Purpose::kTest, number);
  Vector parameters(ranker.size());
  for (double& value : parameters) value = rng.normal();
  return parameters;
}

void check_steps(const nlohmann::json& golden) {
  for (const auto& entry : golden["cases"]) {
    if (entry["hidden"].size() != 1) continue;  // one hidden layer here
    CAPTURE(entry["name"].get<std::string>());
    const Matrix features = test::to_matrix(entry["features"]);
    const auto weights = [&](const char* layers, const char* biases) {
      // The peer's matrices are inputs by outputs.
      return flat(test::to_matrix(entry[layers][0]).transpose(),
                  test::to_vector(entry[biases][0]),
                  test::to_matrix(entry[layers][1]).col(0));
    };
    const NeuralRanker ranker(features.cols(), entry["hidden"][0],
                              Activation::kSigmoid);
    const Vector before = ranker.from_published(weights("W", "b"));
    Vector scores(features.rows());
    ranker.score(before, features, scores);
    CHECK((scores - test::to_vector(entry["raw_scores"])).norm() <=
          1e-9 * scores.norm());

    const auto ranking = entry["ranking"].get<std::vector<Index>>();
    std::vector<double> steps(ranking.size());
    const Vector exp_scores = (scores.array() - scores.maxCoeff()).exp();
    pdgd_weights({scores, exp_scores}, {scores, exp_scores}, ranking,
                 entry["clicks"].get<std::vector<std::uint8_t>>(), steps);
    for (double& step : steps) step *= entry["learning_rate"].get<double>();
    Vector after = before;
    test::gradient_step(ranker, after, features, ranking, steps,
                        after);  // in place
    const Vector expected = weights("W_after", "b_after");
    CHECK((ranker.published(after) - expected).norm() <=
          1e-9 * expected.norm());
  }
}

}  // namespace

TEST_CASE("PDGD steps of the network agree with the peers' to 1e-9") {
  check_steps(test::golden("pdgd_neural.json"));
}

TEST_CASE("PDGD steps agree with 46 features and 64 hidden units" *
          doctest::test_suite(test::kShared)) {
  check_steps(test::shared_golden("pdgd_neural.json"));
}

TEST_CASE("the relu network scores as FOLtR-ES's does") {
  const auto golden = test::golden("es.json");
  const auto& entry = golden["forward"][0];
  const Matrix features = test::to_matrix(entry["X"]);
  const Matrix weights = test::to_matrix(entry["W1"]);
  const NeuralRanker ranker(features.cols(), weights.rows(), Activation::kRelu);
  Vector scores(features.rows());
  ranker.score(ranker.from_published(flat(weights, test::to_vector(entry["b1"]),
                                          test::to_vector(entry["W2"][0]))),
               features, scores);
  const Vector expected = test::to_vector(entry["scores"]);
  // The peer computes in single precision.
  CHECK((scores - expected).norm() <= 1e-6 * expected.norm());
}

TEST_CASE("the step is the gradient: central differences") {
  for (const auto activation : {Activation::kSigmoid, Activation::kRelu})
    for (const Index hidden : {1, 3, 8, 10}) {
      const NeuralRanker ranker(5, hidden, activation);
      const Vector at = random_parameters(ranker, 1);
      Rng rng(2, Purpose::kTest);
      Matrix features(4, 5);
      for (double& value : features.reshaped<Eigen::RowMajor>())
        value = rng.normal();
      const std::vector<Index> documents = {2, 0, 3};
      const std::vector<double> weights = {0.5, -1.5, 0};
      Vector gradient = Vector::Zero(ranker.size());
      test::gradient_step(ranker, at, features, documents, weights, gradient);
      const auto value = [&](const Vector& parameters) {
        Vector scores(4);
        ranker.score(parameters, features, scores);
        return 0.5 * scores(2) - 1.5 * scores(0);
      };
      for (Index i = 0; i < ranker.size(); ++i) {
        Vector above = at;
        Vector below = at;
        above(i) += 1e-6;
        below(i) -= 1e-6;
        CHECK(gradient(i) ==
              doctest::Approx((value(above) - value(below)) / 2e-6)
                  .epsilon(1e-6)
                  .scale(1));
      }
    }
}

TEST_CASE("the published layout is W by unit, b, v, and comes back") {
  const NeuralRanker ranker(3, 2, Activation::kSigmoid);
  const Vector file{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};
  const Vector memory = ranker.from_published(file);
  CHECK(ranker.published(memory) == file);
  CHECK(memory(0) == 1);
  CHECK(memory(1) == 4);  // second unit's weight of the first feature
  CHECK(memory.tail(4) == file.tail(4));
}

TEST_CASE("initial weights have standard deviation 1 / fan-in") {
  const NeuralRanker ranker(50, 200, Activation::kSigmoid);
  Rng rng(1, Purpose::kTest);
  const Vector parameters = ranker.draw_initial(rng);
  const auto deviation = [](const VectorView& values) {
    return std::sqrt(values.squaredNorm() / static_cast<double>(values.size()));
  };
  CHECK(deviation(parameters.head(51 * 200)) ==
        doctest::Approx(1.0 / 50).epsilon(0.05));
  CHECK(deviation(parameters.tail(200)) ==
        doctest::Approx(1.0 / 200).epsilon(0.25));
}

TEST_CASE("every ranker keeps the contract") {
  for (const auto& method : rankers()) {
    CAPTURE(method.name);
    const auto ranker = method.make({6, 4});
    Rng rng(1, Purpose::kTest);
    const Vector parameters = ranker->draw_initial(rng);
    CHECK(parameters.size() == ranker->size());
    CHECK(ranker->published(parameters).size() == ranker->size());
    CHECK(initial_parameters(*ranker, Initial::kZero, rng).isZero());
    // A document's score does not depend on its neighbours.
    Matrix features = Matrix::Random(5, 6);
    Vector together(5);
    ranker->score(parameters, features, together);
    Vector alone(1);
    ranker->score(parameters, features.row(3), alone);
    CHECK(alone(0) == together(3));
  }
}

TEST_CASE("a network's score by hand") {
  // One feature, two units: W = 2, -1; b = 0, 3; v = 4, 8. At x = 1.5 the
  // units have 3 and 1.5.
  const Matrix features{{1.5}};
  const Vector parameters{{2, -1, 0, 3, 4, 8}};
  Vector score(1);
  NeuralRanker(1, 2, Activation::kRelu).score(parameters, features, score);
  CHECK(score(0) == 24);
  NeuralRanker(1, 2, Activation::kSigmoid).score(parameters, features, score);
  CHECK(score(0) ==
        doctest::Approx(4 / (1 + std::exp(-3.0)) + 8 / (1 + std::exp(-1.5))));
}

TEST_CASE("a rectified unit at or below 0 gives and learns nothing") {
  const NeuralRanker ranker(1, 3, Activation::kRelu);
  // The units have -1, 0 and 1 at x = 1.
  const Vector parameters{{-1, 0, 1, 0, 0, 0, 5, 5, 5}};
  Vector score(1);
  ranker.score(parameters, Matrix{{1}}, score);
  CHECK(score(0) == 5);
  Vector step = Vector::Zero(9);
  test::gradient_step(ranker, parameters, Matrix{{1}}, std::vector<Index>{0},
                      std::vector{2.0}, step);
  CHECK(step == Vector{{0, 0, 10, 0, 0, 10, 0, 0, 2}});
}

TEST_CASE("huge weights saturate, and nothing becomes no number") {
  const NeuralRanker ranker(1, 2, Activation::kSigmoid);
  const Vector parameters{{1e300, -1e300, 0, 0, 3, 7}};
  Vector scores(2);
  ranker.score(parameters, Matrix{{1e6}, {-1e6}}, scores);
  CHECK(scores(0) == doctest::Approx(3));
  CHECK(scores(1) == doctest::Approx(7));
  Vector step = Vector::Zero(6);
  test::gradient_step(ranker, parameters, Matrix{{1e6}}, std::vector<Index>{0},
                      std::vector{1.0}, step);
  CHECK(step.allFinite());
  CHECK(step(4) == doctest::Approx(1));
}

TEST_CASE("a step in place is the step taken aside, and skips weight 0") {
  for (const auto activation : {Activation::kSigmoid, Activation::kRelu}) {
    const NeuralRanker ranker(3, 5, activation);
    const Vector at = random_parameters(ranker, 3);
    Matrix features = Matrix::Constant(3, 3, 0.5);
    features.row(1).setConstant(std::numeric_limits<double>::quiet_NaN());
    const std::vector<Index> documents = {0, 1, 2, 0};
    const std::vector<double> weights = {0.5, 0, -1, 2};
    Vector aside = at;
    test::gradient_step(ranker, at, features, documents, weights, aside);
    Vector in_place = at;
    test::gradient_step(ranker, in_place, features, documents, weights,
                        in_place);
    CHECK(in_place == aside);
    CHECK(aside.allFinite());
    CHECK(aside != at);
  }
}

TEST_CASE("units may change places without changing the score") {
  const NeuralRanker ranker(4, 3, Activation::kSigmoid);
  const Vector file = ranker.published(random_parameters(ranker, 4));
  Vector swapped = file;  // units 0 and 2, of W by unit, b and v
  swapped.segment(0, 4).swap(swapped.segment(8, 4));
  std::swap(swapped(12), swapped(14));
  std::swap(swapped(15), swapped(17));
  const Matrix features{{0.1, -2, 3, 0.7}, {1, 1, -1, 0}};
  Vector scores(2);
  Vector others(2);
  ranker.score(ranker.from_published(file), features, scores);
  ranker.score(ranker.from_published(swapped), features, others);
  CHECK((scores - others).norm() < 1e-14 * scores.norm());
}

TEST_CASE("a network has 1 to 1024 units") {
  const char* const range = "a neural ranker has 1 to 1024 hidden units";
  CHECK_THROWS_WITH(NeuralRanker(3, 0, Activation::kRelu), range);
  CHECK_THROWS_WITH(NeuralRanker(3, 1025, Activation::kRelu), range);
  const NeuralRanker ranker(1, 1024, Activation::kRelu);
  CHECK(ranker.size() == 3 * 1024);
  // Every unit has x, and an output weight of 1.
  Vector parameters = Vector::Ones(3 * 1024);
  parameters.segment(1024, 1024).setZero();
  Vector score(1);
  ranker.score(parameters, Matrix{{0.5}}, score);
  CHECK(score(0) == 512);
}

TEST_CASE("rankers' traits of the start at zero hold") {
  const Matrix features{{1, 2, 3}, {0, -1, 1}};
  for (const auto& method : rankers()) {
    CAPTURE(method.name);
    const auto ranker = method.make({3, 4});
    Vector at = Vector::Zero(ranker->size());
    for (int step = 0; step < 3; ++step)
      test::gradient_step(*ranker, at, features, std::vector<Index>{0, 1},
                          std::vector{1.0, -0.5}, at);
    CHECK(at.isZero() == method.traits.zero_is_stationary);
    CHECK((ranker->hidden() > 0) == method.traits.has_layers);
    if (!method.traits.has_layers) continue;
    // Units alike for ever: the columns of W transposed are the same.
    const Eigen::Map<const Matrix> weights(at.data(), 3, 4);
    CHECK((weights.colwise() - Vector(weights.col(0))).isZero());
  }
}

}  // namespace fedltr::neural_test
