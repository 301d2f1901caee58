#include "algorithms/online/search.hpp"

#include <algorithm>
#include <numeric>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/ranking/evaluation.hpp"

namespace fedltr {

void Search::reserve(Index candidates, Index list) {
  require(list >= 1 && list <= kLongestList,
          "a shown list has 1 to 64 documents");
  list_ = list;
  const Index longest = padded(candidates);
  if (scores_.size() >= longest) return;
  scores_.resize(longest);
  exp_scores_.resize(longest);
  places_.resize(longest);
  std::iota(places_.begin(), places_.end(), Index{0});
}

void Search::open(const FeatureRows& candidates) {
  table_ = &candidates.table;
  first_ = candidates.first;
  candidates_ = candidates.count;
  shown_ = std::min(candidates_, list_);
  logged_ = false;
  drawn_ = 0;
  propensities_ = {};
}

void Search::score(const Ranker& ranker, const VectorView& model) {
  ranker.score_rows(model, {*table_, first_, candidates_},
                    scores_.head(candidates_), activations_);
}

void Search::show_sampled(Rng& rng) {
  exp_below_most(scores_.data(), candidates_, exp_scores_.data());
  if (logged_) return;
  sample_ranking(scores(), exp_scores(), rng, {ranking_.data(), shown_},
                 scratch_);
}

void Search::show_best() {
  top_documents(scores(),
                {places_.data(), static_cast<std::size_t>(candidates_)},
                {ranking_.data(), shown_});
}

void Search::show(std::span<const Index> ranking) {
  shown_ = ranking.size();
  std::ranges::copy(ranking, ranking_.begin());
}

void Search::show_logged(const LoggedList& list) {
  shown_ = std::min<std::size_t>(list.documents.size(), list_);
  std::copy_n(list.documents.begin(), std::ssize(ranking()), ranking_.begin());
  std::copy_n(list.clicks.begin(), std::ssize(ranking()), clicks_.begin());
  if (!list.propensities.empty())
    propensities_ = list.propensities.first(shown_);
  drawn_ = std::ssize(list.scores);
  if (drawn_ > drawn_scores_.size()) {
    drawn_scores_.resize(drawn_);
    drawn_exp_scores_.resize(drawn_);
  }
  std::ranges::copy(list.scores, drawn_scores_.begin());
  if (drawn_ > 0)
    exp_below_most(drawn_scores_.data(), drawn_, drawn_exp_scores_.data());
  logged_ = true;
}

}  // namespace fedltr
