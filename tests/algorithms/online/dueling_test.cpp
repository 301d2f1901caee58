#include "algorithms/online/dueling.hpp"

#include <array>
#include <cmath>
#include <map>

#include <doctest/doctest.h>

#include "algorithms/data/synthetic.hpp"

namespace fedltr::dueling_test {

TEST_CASE("a list of two rankings is drawn with the exact probabilities") {
  // Opposite rankings of two documents: 1 and 1/8 of 9/8 each.
  const Matrix scores{{1, 0}, {0, 1}};
  Rng rng(1, Purpose::kTest);
  MultileavedList list;
  int first = 0;
  constexpr int kDraws = 40000;
  for (int i = 0; i < kDraws; ++i) {
    multileave(scores, 2, rng, list);
    first += list.ranking[0] == 0;
    // The ranker with a document first has placed it with probability 8/9.
    const Index placed_by = list.ranking[0];
    REQUIRE(list.credit(0, placed_by) == doctest::Approx(8.0 / 9));
    REQUIRE(list.credit.row(1).sum() == doctest::Approx(1));
    REQUIRE(list.ranking[1] == 1 - list.ranking[0]);
  }
  CHECK(std::abs(first - kDraws / 2) < 5 * std::sqrt(kDraws / 4.0));
}

TEST_CASE("credit is what drawn assignments give on average") {
  // Replays the lottery: compares the placing ranker with the exact credit.
  const Matrix scores{{3, 2, 1}, {1, 2, 3}, {2, 3, 1}};
  const double weight[] = {1, 1.0 / 8, 1.0 / 27};
  const Index rank[3][3] = {{0, 1, 2}, {2, 1, 0}, {1, 0, 2}};
  Rng rng(2, Purpose::kTest);
  MultileavedList list;
  for (int i = 0; i < 200; ++i) {
    multileave(scores, 3, rng, list);
    std::vector<bool> placed(3, false);
    for (std::size_t r = 0; r < 3; ++r) {
      double likelihood[3];
      double sum = 0;
      for (int ranker = 0; ranker < 3; ++ranker) {
        double mass = 0;
        for (std::size_t d = 0; d < 3; ++d)
          if (!placed[d]) mass += weight[rank[ranker][d]];
        likelihood[ranker] = weight[rank[ranker][list.ranking[r]]] / mass;
        sum += likelihood[ranker];
      }
      for (int ranker = 0; ranker < 3; ++ranker)
        REQUIRE(list.credit(static_cast<Index>(r), ranker) ==
                doctest::Approx(likelihood[ranker] / sum));
      placed[static_cast<std::size_t>(list.ranking[r])] = true;
    }
  }
}

TEST_CASE("equal rankings share every credit, so neither wins") {
  const Matrix scores = Matrix::Ones(4, 6);
  Rng rng(3, Purpose::kTest);
  MultileavedList list;
  multileave(scores, 6, rng, list);
  CHECK((list.credit.topRows(6).array() - 0.25).abs().maxCoeff() < 1e-15);
}

TEST_CASE("a step has the length of the rate, whatever delta") {
  const auto data = std::make_shared<const Dataset>(
      synthesize(custom_shape(30, 12, 6, 3), 0.3, 1));
  const auto ranker = find(rankers(), "linear").make({6, 1});
  ClickOptions clicks;
  clicks.grades = 3;
  const Simulation simulation(data, ranker,
                              find(click_models(), "perfect").make(clicks));
  Session session;
  session.enter(simulation);
  for (const double delta : {0.5, 1.0, 2.0}) {
    LearnerOptions options;
    options.parameters = {{"rate", 0.25}, {"dueling.delta", delta}};
    const auto learner = find(learners(), "dbgd").make(options, ranker);
    int moved = 0;
    for (std::uint32_t client = 0; client < 50; ++client) {
      Streams streams(1, client, 1);
      Vector message(6);
      learner->learn(Vector::Zero(6), 1, streams, session, message);
      const double length = message.norm();
      CHECK((length == 0 || length == doctest::Approx(0.25)));
      moved += length > 0;
    }
    CHECK(moved > 5);
    CHECK(moved < 45);
  }
}

TEST_CASE("the first document is drawn as the mean of the rankers' draws") {
  // 1, 1/8, 1/27, 1/64 over their sum, by rank; ties by the documents' order.
  const Matrix scores{{4, 3, 2, 1}, {0, 0, 5, 0}, {1, 2, 2, 9}};
  const Index rank[3][4] = {{0, 1, 2, 3}, {1, 2, 0, 3}, {3, 1, 2, 0}};
  const double sum = 1 + 1.0 / 8 + 1.0 / 27 + 1.0 / 64;
  Rng rng(4, Purpose::kTest);
  MultileavedList list;
  std::array<double, 4> counts{};
  constexpr double kDraws = 60000;
  for (int i = 0; i < kDraws; ++i) {
    multileave(scores, 1, rng, list);
    ++counts[static_cast<std::size_t>(list.ranking[0])];
  }
  CHECK(list.length == 1);
  CHECK(list.credit.rows() == 1);
  for (std::size_t d = 0; d < 4; ++d) {
    double p = 0;
    for (const auto& of : rank)
      p += 1 / std::pow(double(of[d]) + 1, 3) / sum / 3;
    CHECK(std::abs(counts[d] - p * kDraws) <
          5 * std::sqrt(p * (1 - p) * kDraws));
  }
}

}  // namespace fedltr::dueling_test
