#include "algorithms/members/drawn_evaluation.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/ranking/linear.hpp"

namespace fedltr::drawn_evaluation_test {
namespace {

/// A query of two documents, the first of which is relevant, many times.
Evaluation pairs(Index queries, bool with_empty = false) {
  auto data = std::make_shared<Dataset>(1);
  const double values[] = {1, 0};
  for (Index query = 0; query < queries; ++query)
    data->add_query(std::to_string(query), values,
                    std::vector<std::uint8_t>{1, 0});
  if (with_empty)
    data->add_query("empty", values, std::vector<std::uint8_t>{0, 0});
  EvaluationConfig config;
  config.ranker = std::make_shared<LinearRanker>(1);
  config.metrics = {parse_metric("p@1", {})};
  return {std::move(data), std::move(config)};
}

}  // namespace

TEST_CASE("drawn lists begin as Plackett-Luce has it, not as they are sorted") {
  const Evaluation evaluation = pairs(2000, true);
  CHECK(evaluation.counted() == 2000);
  for (const double weight : {0.0, 0.5, 3.0}) {
    const Vector model{{weight}};
    Rng rng(1, Purpose::kRanking);
    const double expected = 1 / (1 + std::exp(-weight));
    // 20,000 draws: five standard errors.
    const double error = std::sqrt(expected * (1 - expected) / 20000);
    CHECK(std::abs(drawn_mean(evaluation, model, rng) - expected) < 5 * error);
    CHECK(evaluation.means(model)[0] == 1);
  }
}

TEST_CASE("a set without queries that count has no mean") {
  const Evaluation evaluation = pairs(0, true);
  Rng rng(1, Purpose::kRanking);
  CHECK(std::isnan(drawn_mean(evaluation, Vector{{1}}, rng)));
  CHECK(evaluation.counted() == 0);
}

}  // namespace fedltr::drawn_evaluation_test
