#include "algorithms/ranking/neural.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/online/pdgd.hpp"
#include "tests/support/golden.hpp"

using namespace fedltr;

namespace {

/// W, b, v as they stand in a model file.
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
    pdgd_weights(scores, exp_scores, ranking,
                 entry["clicks"].get<std::vector<std::uint8_t>>(), steps);
    for (double& step : steps) step *= entry["learning_rate"].get<double>();
    Vector after = before;
    ranker.gradient_step(after, features, ranking, steps, after);  // in place
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
      ranker.gradient_step(at, features, documents, weights, gradient);
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
