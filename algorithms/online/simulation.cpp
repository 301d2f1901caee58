#include "algorithms/online/simulation.hpp"

#include <algorithm>
#include <array>

#include "algorithms/core/require.hpp"
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
  search_.reserve(simulation.longest, simulation.list);
  add_weights();
}

void Session::add_weights() {
  weights_.clear();
  const auto weights = simulation_->data->query_weights();
  if (weights.empty() || simulation_->in_order) return;
  const auto& asked = simulation_->queries;
  const Index count =
      asked.empty() ? simulation_->searches() : std::ssize(asked);
  double sum = 0;
  for (Index i = 0; i < count; ++i) {
    sum += weights[simulation_->query_of(asked.empty() ? i : asked[i])];
    weights_.push_back(sum);
  }
}

Index Session::draw(Rng& rng, Index count) {
  const auto& asked = simulation_->queries;
  if (!weights_.empty()) {
    const auto found =
        std::ranges::upper_bound(weights_, rng.uniform() * weights_.back());
    const Index place =
        std::min<Index>(found - weights_.begin(), std::ssize(weights_) - 1);
    return asked.empty() ? place : asked[place];
  }
  if (asked.empty()) return rng.below(count);
  if (simulation_->in_order) return asked[asked_++ % asked.size()];
  return asked[rng.below(asked.size())];
}

void Session::ask(Rng& rng) {
  const Dataset& data = *simulation_->data;
  const auto& log = simulation_->log;
  if (!log) {
    query_ = draw(rng, data.queries());
    search_.open(data.rows_of(query_));
    return;
  }
  const LoggedList list = log->list(draw(rng, log->sessions()));
  query_ = list.query;
  search_.open(data.rows_of(query_));
  search_.show_logged(list);
}

void Session::observe(Rng& rng) {
  const Labels labels = simulation_->data->labels_of(query_);
  const auto ranking = search_.ranking();
  std::array<std::uint8_t, kLongestList> by_rank;
  for (std::size_t rank = 0; rank < ranking.size(); ++rank)
    by_rank[rank] = labels[ranking[rank]];
  const Labels shown(by_rank.data(), ranking.size());
  if (!search_.is_logged())
    simulation_->user->click(shown, rng, search_.clicks());
  if (clicked_) mark();
  const double ideal = (*simulation_->ideal)[query_];
  ndcg_ = ideal > 0 ? dcg(shown, kShownList) / ideal : 0;
}

void Session::mark() const {
  const Index first = simulation_->data->begin(query_);
  const auto& documents = simulation_->documents;
  const auto ranking = search_.ranking();
  const auto clicks = search_.clicks();
  for (std::size_t rank = 0; rank < ranking.size(); ++rank) {
    if (!clicks[rank]) continue;
    std::size_t document = first + ranking[rank];
    if (documents) document = (*documents)[document];
    (*clicked_)[document] = true;
  }
}

void Session::add_to(OnlineTotals& totals) const {
  totals.ndcg += ndcg_;
  totals.max_rr += max_reciprocal_rank(search_.clicks(), kShownList);
}

}  // namespace fedltr
