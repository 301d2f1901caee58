#include "algorithms/online/simulation.hpp"

#include <algorithm>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/ranking/metrics.hpp"

namespace fedltr {

Simulation::Simulation(std::shared_ptr<const Dataset> queries,
                       std::shared_ptr<const Ranker> scorer,
                       std::shared_ptr<const ClickModel> clicks)
    : data(std::move(queries)),
      ranker(std::move(scorer)),
      user(std::move(clicks)) {
  require(data->queries() > 0, "a simulation needs queries");
  require(static_cast<std::size_t>(data->highest_label()) <
              user->click_probabilities().size(),
          "the click model needs a probability for every label of the data");
  for (Index query = 0; query < data->queries(); ++query)
    ideal.push_back(ideal_dcg(data->labels_of(query), kShownList));
}

void Session::enter(const Simulation& simulation) {
  simulation_ = &simulation;
  const Index longest = padded(simulation.data->longest_query());
  if (scores_.size() >= longest) return;
  scores_.resize(longest);
  exp_scores_.resize(longest);
}

double Session::search(const VectorView& model, Streams& streams) {
  const Dataset& data = *simulation_->data;
  query_ = static_cast<Index>(
      streams.query.below(static_cast<std::uint64_t>(data.queries())));
  documents_ = data.size(query_);
  shown_ = static_cast<std::size_t>(std::min(documents_, kShownList));

  auto scores = scores_.head(documents_);
  simulation_->ranker->score(model, data.features_of(query_), scores);
  const double highest = scores.maxCoeff();
  exp_scores_.head(documents_) = scores.array() - highest;
  exp_scores_.segment(documents_, padded(documents_) - documents_).setZero();
  exp_in_place(exp_scores_.data(), documents_);
  sample_ranking(scores, exp_scores_.head(documents_), streams.ranking,
                 {ranking_.data(), shown_}, scratch_);

  const Labels labels = data.labels_of(query_);
  for (std::size_t rank = 0; rank < shown_; ++rank)
    labels_[rank] = labels[static_cast<std::size_t>(ranking_[rank])];
  const Labels shown(labels_.data(), shown_);
  simulation_->user->click(shown, streams.click, {clicks_.data(), shown_});
  const double ideal = simulation_->ideal[static_cast<std::size_t>(query_)];
  return ideal > 0 ? dcg(shown, 0) / ideal : 0;
}

}  // namespace fedltr
