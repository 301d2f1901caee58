#include "algorithms/unbiased/pairwise_debiasing.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "tests/algorithms/unbiased/logged_world.hpp"

namespace fedltr::pairwise_debiasing_test {
namespace {

constexpr Index kRanks = 3;
constexpr Index kFeatures = 2;
constexpr double kRate = 0.5;
constexpr double kMeanRate = 0.2;
constexpr double kClip = 0.05;
const double kLog2 = std::log(2);

/// Features by rank of the one list that is shown.
const std::vector<std::vector<double>> kShown = {{0.5, 2}, {1, 0}, {0, 1}};

using Clicks = std::vector<std::uint8_t>;

/// A learner of one query, whose list shows all its documents.
class Pairs {
 public:
  explicit Pairs(double norm) {
    LearnerOptions options;
    options.list = kRanks;
    options.parameters = {{"rate", kRate},
                          {"log.curve-rate", kMeanRate},
                          {"log.clip", kClip},
                          {"pairwise.norm", norm}};
    const LearnerMethod& method = find(learners(), "pairwise");
    ranker_ = with_room(method, {kRanks, kFeatures},
                        find(rankers(), "linear").make(RankerShape(kFeatures)));
    learner_ = method.make(options, ranker_);
  }

  /// The step from one search with these clicks, by rank.
  Vector step(const Vector& model, const Clicks& clicks) const {
    Dataset data(kFeatures);
    std::vector<double> values;
    for (const auto& row : kShown)
      values.insert(values.end(), row.begin(), row.end());
    data.add_query("q", values, std::vector<std::uint8_t>{0, 1, 2});
    Simulation world(std::make_shared<const Dataset>(std::move(data)), ranker_,
                     find(click_models(), "perfect").make({3, {}}));
    SessionLog log;
    log.add(0, 0, std::vector<Index>{0, 1, 2}, clicks);
    world.log = std::make_shared<const SessionLog>(std::move(log));
    Session session;
    session.enter(world);
    Streams streams(1, 0, 1);
    Vector message(model.size());
    learner_->learn(model, 1, streams, session, message);
    return message - model;
  }

  std::vector<double> curve(const Vector& model) const {
    return learner_->learned_examination(model).propensity;
  }

 private:
  std::shared_ptr<const Ranker> ranker_;
  std::shared_ptr<const Learner> learner_;
};

/// Weights of two features, the means of t+ less 1, and those of t-.
Vector model_of(std::vector<double> weights, std::vector<double> plus,
                std::vector<double> minus) {
  weights.insert(weights.end(), plus.begin(), plus.end());
  weights.insert(weights.end(), minus.begin(), minus.end());
  return Eigen::Map<const Vector>(weights.data(), std::ssize(weights));
}

/// The step by the formulas of Hu et al., for means that no bound cuts.
Vector step_by_hand(const Vector& model, const Clicks& clicks, double norm) {
  const auto t = [&](Index first, Index rank) {
    return std::pow((1 + model(first + rank)) / (1 + model(first)),
                    1 / (norm + 1));
  };
  const Index plus = kFeatures;
  const Index minus = plus + kRanks;
  const auto score = [&](Index rank) {
    const auto& row = kShown[static_cast<std::size_t>(rank)];
    return model(0) * row[0] + model(1) * row[1];
  };
  Vector weights = Vector::Zero(kFeatures);
  Vector losses = Vector::Zero(2 * kRanks);
  for (Index i = 0; i < kRanks; ++i)
    for (Index j = 0; j < kRanks; ++j) {
      if (!clicks[static_cast<std::size_t>(i)] ||
          clicks[static_cast<std::size_t>(j)])
        continue;
      const double loss = std::log1p(std::exp(score(j) - score(i)));
      const double slope = 1 / (1 + std::exp(score(i) - score(j)));
      for (Index f = 0; f < kFeatures; ++f)
        weights(f) += slope / (t(plus, i) * t(minus, j)) *
                      (kShown[static_cast<std::size_t>(i)][f] -
                       kShown[static_cast<std::size_t>(j)][f]);
      losses(i) += loss / t(minus, j);
      losses(kRanks + j) += loss / t(plus, i);
    }
  Vector step(model.size());
  step << kRate * weights,
      kMeanRate * (losses - Vector::Ones(2 * kRanks) - model.tail(2 * kRanks));
  return step;
}

}  // namespace

TEST_CASE("a click gains on each unclicked document, by half at first") {
  const Vector step =
      Pairs(0).step(model_of({0, 0}, {0, 0, 0}, {0, 0, 0}), {1, 0, 0});
  // Weights of the documents: 1, -1/2, -1/2.
  CHECK(step(0) == doctest::Approx(kRate * (0.5 - 0.5)));
  CHECK(step(1) == doctest::Approx(kRate * (2 - 0.5)));
  CHECK(step(2) == doctest::Approx(kMeanRate * (2 * kLog2 - 1)));
  CHECK(step(3) == doctest::Approx(-kMeanRate));
  CHECK(step(5) == doctest::Approx(-kMeanRate));
  CHECK(step(6) == doctest::Approx(kMeanRate * (kLog2 - 1)));
}

TEST_CASE("pairs are divided by t+ and t-, and these by each other's") {
  const Vector model =
      model_of({0.3, -0.2}, {0.5, -0.2, 0.1}, {0.25, 0.4, -0.5});
  for (const double norm : {0.0, 1.0, 3.5})
    for (const Clicks& clicks :
         {Clicks{0, 1, 0}, Clicks{1, 0, 1}, Clicks{0, 0, 1}}) {
      const Vector step = Pairs(norm).step(model, clicks);
      CHECK((step - step_by_hand(model, clicks, norm)).norm() < 1e-12);
    }
}

TEST_CASE("a list without a pair teaches nothing, not even its means") {
  const Vector model =
      model_of({0.3, -0.2}, {0.5, -0.2, 0.1}, {0.25, 0.4, -0.5});
  CHECK(Pairs(0).step(model, {0, 0, 0}).isZero(0));
  CHECK(Pairs(0).step(model, {1, 1, 1}).isZero(0));
}

TEST_CASE("the learned curve is t+, within log.clip and its inverse") {
  using Curve = std::vector<double>;
  const auto curve = [](double norm, const std::vector<double>& plus) {
    return Pairs(norm).curve(model_of({0.3, -0.2}, plus, {7, 7, 7}));
  };
  CHECK(curve(0, {1, 0, -0.5}) == Curve{1, 0.5, 0.25});
  CHECK(curve(1, {0, 3, -0.75}) == Curve{1, 2, 0.5});
  CHECK(curve(0, {0, 99, -1.5}) == Curve{1, 1 / kClip, kClip});
  // A mean of 0 at the first rank counts as log.clip.
  CHECK(curve(0, {-1, -0.95, -1})[1] == doctest::Approx(1));
}

}  // namespace fedltr::pairwise_debiasing_test
