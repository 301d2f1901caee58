#include "algorithms/members/drawn_evaluation.hpp"

#include <cmath>

#include "algorithms/ranking/linear.hpp"

namespace fedltr {
namespace {

constexpr int kDraws = 10;

double gumbel(Rng& rng) {
  return -std::log(-std::log(1 - rng.uniform()));
}

/// Returns the scores of all documents.
Vector scores_of(const Evaluation& evaluation, const VectorView& model) {
  const Dataset& data = evaluation.data();
  Vector scores(data.documents());
  std::vector<double> room;
  for (Index query = 0; query < data.queries(); ++query)
    evaluation.config().ranker->score(
        model, data.features_of(query, room),
        scores.segment(data.begin(query), data.size(query)));
  return scores;
}

/// Returns a set whose one feature is the score of a document in a draw.
Dataset drawn(const Dataset& data, Vector scores, Rng& rng) {
  for (double& score : scores) score += gumbel(rng);
  Dataset drawn(1);
  for (Index query = 0; query < data.queries(); ++query)
    drawn.add_query(data.query_name(query),
                    {scores.data() + data.begin(query),
                     static_cast<std::size_t>(data.size(query))},
                    data.labels_of(query));
  return drawn;
}

}  // namespace

double drawn_mean(const Evaluation& evaluation, const VectorView& model,
                  Rng& rng) {
  EvaluationConfig config = evaluation.config();
  config.ranker = std::make_shared<LinearRanker>(1);
  config.ties = Ties::kInput;
  const Vector scores = scores_of(evaluation, model);
  double sum = 0;
  for (int draw = 0; draw < kDraws; ++draw)
    sum += Evaluation(std::make_shared<const Dataset>(
                          drawn(evaluation.data(), scores, rng)),
                      config)
               .means(Vector::Ones(1))[0];
  return sum / kDraws;
}

}  // namespace fedltr
