#include "algorithms/members/drawn_evaluation.hpp"

#include <cmath>

#include "algorithms/ranking/linear.hpp"

namespace fedltr {
namespace {

constexpr int kDraws = 10;

double gumbel(Rng& rng) {
  return -std::log(-std::log(1 - rng.uniform()));
}

/// Returns a set whose one feature is the score of a document in a draw.
Dataset drawn_scores(const Evaluation& evaluation, const VectorView& model,
                     Rng& rng) {
  const Dataset& data = evaluation.data();
  Dataset drawn(1);
  std::vector<double> room;
  for (Index query = 0; query < data.queries(); ++query) {
    Vector scores(data.size(query));
    evaluation.config().ranker->score(model, data.features_of(query, room),
                                      scores);
    for (double& score : scores) score += gumbel(rng);
    drawn.add_query(data.query_name(query),
                    {scores.data(), static_cast<std::size_t>(scores.size())},
                    data.labels_of(query));
  }
  return drawn;
}

}  // namespace

double drawn_mean(const Evaluation& evaluation, const VectorView& model,
                  Rng& rng) {
  EvaluationConfig config = evaluation.config();
  config.ranker = std::make_shared<LinearRanker>(1);
  config.ties = Ties::kInput;
  double sum = 0;
  for (int draw = 0; draw < kDraws; ++draw)
    sum += Evaluation(std::make_shared<const Dataset>(
                          drawn_scores(evaluation, model, rng)),
                      config)
               .means(Vector::Ones(1))[0];
  return sum / kDraws;
}

}  // namespace fedltr
