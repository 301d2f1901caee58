#include "algorithms/online/simulation.hpp"

#include <algorithm>
#include <numeric>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/ranking/evaluation.hpp"
#include "algorithms/ranking/metrics.hpp"

namespace fedltr {

Simulation::Simulation(std::shared_ptr<const Dataset> queries,
                       std::shared_ptr<const Ranker> scorer,
                       std::shared_ptr<const ClickModel> clicks)
    : data(std::move(queries)),
      ranker(std::move(scorer)),
      user(std::move(clicks)),
      longest(longest_query(*data)) {
  require(data->queries() > 0, "a simulation needs queries");
  require(highest_label(*data) < std::ssize(user->click_probabilities()),
          "the click model needs a probability for every label of the data");
  std::vector<double> by_query;
  for (Index query = 0; query < data->queries(); ++query)
    by_query.push_back(ideal_dcg(data->labels_of(query), kShownList));
  ideal = std::make_shared<const std::vector<double>>(std::move(by_query));
}

void Session::enter(const Simulation& simulation, std::uint64_t before) {
  simulation_ = &simulation;
  asked_ = before;
  const Index longest = padded(simulation.longest);
  if (scores_.size() >= longest) return;
  scores_.resize(longest);
  exp_scores_.resize(longest);
  places_.resize(longest);
  std::iota(places_.begin(), places_.end(), Index{0});
}

void Session::ask(Rng& rng) {
  const Dataset& data = *simulation_->data;
  const auto& asked = simulation_->queries;
  if (asked.empty())
    query_ = rng.below(data.queries());
  else if (simulation_->in_order)
    query_ = asked[asked_++ % asked.size()];
  else
    query_ = asked[rng.below(asked.size())];
  documents_ = data.size(query_);
  shown_ = std::min(documents_, kShownList);
}

void Session::score(const VectorView& model) {
  simulation_->ranker->score_rows(model, simulation_->data->rows_of(query_),
                                  scores_.head(documents_), activations_);
}

void Session::show_sampled(Rng& rng) {
  const auto scored = scores();
  exp_scores_.head(documents_) = scored.array() - scored.maxCoeff();
  exp_scores_.segment(documents_, padded(documents_) - documents_).setZero();
  exp_in_place(exp_scores_.data(), documents_);
  sample_ranking(scored, exp_scores(), rng, {ranking_.data(), shown_},
                 scratch_);
}

void Session::show_best() {
  top_documents(scores(),
                {places_.data(), static_cast<std::size_t>(documents_)},
                {ranking_.data(), shown_});
}

void Session::show(std::span<const Index> ranking) {
  shown_ = ranking.size();
  std::ranges::copy(ranking, ranking_.begin());
}

void Session::observe(Rng& rng) {
  const Labels labels = simulation_->data->labels_of(query_);
  std::array<std::uint8_t, kShownList> by_rank{};
  for (std::size_t rank = 0; rank < shown_; ++rank)
    by_rank[rank] = labels[ranking_[rank]];
  const Labels shown(by_rank.data(), shown_);
  simulation_->user->click(shown, rng, {clicks_.data(), shown_});
  if (clicked_) mark();
  const double ideal = (*simulation_->ideal)[query_];
  ndcg_ = ideal > 0 ? dcg(shown, 0) / ideal : 0;
}

void Session::mark() const {
  const Index first = simulation_->data->begin(query_);
  const auto& documents = simulation_->documents;
  for (std::size_t rank = 0; rank < shown_; ++rank) {
    if (!clicks_[rank]) continue;
    std::size_t document = first + ranking_[rank];
    if (documents) document = (*documents)[document];
    (*clicked_)[document] = true;
  }
}

void Session::add_to(OnlineTotals& totals) const {
  totals.ndcg += ndcg_;
  totals.max_rr += max_reciprocal_rank(clicks(), 0);
}

void search(Session& session, const VectorView& model, Streams& streams) {
  session.ask(streams.query);
  session.score(model);
  session.show_sampled(streams.ranking);
  session.observe(streams.click);
}

}  // namespace fedltr
