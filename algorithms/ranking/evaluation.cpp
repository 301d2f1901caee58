#include "algorithms/ranking/evaluation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

constexpr double kLeftOut = std::numeric_limits<double>::quiet_NaN();
double empty_value(EmptyQuery empty) {
  if (empty == EmptyQuery::kSkip) return kLeftOut;
  return empty == EmptyQuery::kZero ? 0 : 1;
}

/// Up to here insertion beats sorting.
constexpr std::size_t kShallow = 32;

void insert_top(const VectorView& scores, std::span<const Index> visit,
                std::span<Index> ranking) {
  std::size_t filled = 0;
  for (const Index place : visit) {
    const double score = scores(place);
    // Strictly greater moves up: of equal scores the first visited stays first.
    if (filled == ranking.size() && !(score > scores(ranking[filled - 1])))
      continue;
    std::size_t at = filled < ranking.size() ? filled++ : filled - 1;
    for (; at > 0 && score > scores(ranking[at - 1]); --at)
      ranking[at] = ranking[at - 1];
    ranking[at] = place;
  }
}

}  // namespace

void top_documents(const VectorView& scores, std::span<const Index> visit,
                   std::span<Index> ranking) {
  require(ranking.size() <= visit.size(),
          "no more documents can be ranked than there are");
  if (ranking.empty()) return;
  if (ranking.size() <= kShallow) return insert_top(scores, visit, ranking);
  std::vector<Index> order(visit.begin(), visit.end());
  std::ranges::stable_sort(
      order, [&](Index a, Index b) { return scores(a) > scores(b); });
  std::copy_n(order.begin(), ranking.size(), ranking.begin());
}

Evaluation::Evaluation(std::shared_ptr<const Dataset> data,
                       std::shared_ptr<const Ranker> ranker,
                       std::vector<NamedMetric> metrics, EmptyQuery empty,
                       Ties ties)
    : data_(std::move(data)),
      ranker_(std::move(ranker)),
      metrics_(std::move(metrics)),
      empty_(empty) {
  const bool whole_list =
      std::ranges::any_of(metrics_, [](auto& m) { return m.cutoff == 0; });
  if (!whole_list && !metrics_.empty())
    depth_ =
        std::ranges::max_element(metrics_, {}, &NamedMetric::cutoff)->cutoff;
  require(ties == Ties::kInput || !data_->document_names().empty(),
          "ties by document name need documents with names");
  visit_.resize(static_cast<std::size_t>(data_->documents()));
  for (Index query = 0; query < data_->queries(); ++query) {
    const auto begin = static_cast<std::size_t>(data_->begin(query));
    const auto places = std::span(visit_).subspan(
        begin, static_cast<std::size_t>(data_->size(query)));
    std::iota(places.begin(), places.end(), Index{0});
    if (ties == Ties::kTrec)
      std::ranges::stable_sort(places, [&](Index a, Index b) {
        const Names& names = data_->document_names();
        return names[begin + static_cast<std::size_t>(a)] >
               names[begin + static_cast<std::size_t>(b)];
      });
    highest_.push_back(*std::ranges::max_element(data_->labels_of(query)));
  }
  for (const NamedMetric& metric : metrics_)
    require(empty_ != EmptyQuery::kSkip ||
                std::ranges::any_of(
                    highest_,
                    [&](int label) { return label >= metric.relevant_from; }),
            "no query to evaluate on has a relevant document, so " +
                metric.name + " has no mean");
}

Matrix Evaluation::per_query(const VectorView& parameters) const {
  Vector scores(data_->longest_query());
  std::vector<Index> ranking;
  std::vector<std::uint8_t> ranked;
  Matrix values(data_->queries(), static_cast<Index>(metrics_.size()));
  for (Index query = 0; query < data_->queries(); ++query) {
    const Index size = data_->size(query);
    auto current = scores.head(size);
    ranker_->score(parameters, data_->features_of(query), current);
    const auto count = static_cast<std::size_t>(size);
    ranking.resize(depth_ == 0 ? count : std::min(depth_, count));
    top_documents(current,
                  std::span(visit_).subspan(
                      static_cast<std::size_t>(data_->begin(query)), count),
                  ranking);
    const Labels labels = data_->labels_of(query);
    ranked.clear();
    for (const Index place : ranking)
      ranked.push_back(labels[static_cast<std::size_t>(place)]);
    const int highest = highest_[static_cast<std::size_t>(query)];
    for (std::size_t m = 0; m < metrics_.size(); ++m)
      values(query, static_cast<Index>(m)) =
          highest >= metrics_[m].relevant_from
              ? metrics_[m].metric(ranked, labels)
              : empty_value(empty_);
  }
  return values;
}

std::vector<double> Evaluation::means(const VectorView& parameters) const {
  const Matrix values = per_query(parameters);
  std::vector<double> means;
  for (Index metric = 0; metric < values.cols(); ++metric) {
    double sum = 0;
    Index counted = 0;
    for (const double value : values.col(metric)) {
      if (std::isnan(value)) continue;
      sum += value;
      ++counted;
    }
    means.push_back(counted > 0 ? sum / static_cast<double>(counted)
                                : kLeftOut);
  }
  return means;
}

}  // namespace fedltr
