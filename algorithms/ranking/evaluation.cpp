#include "algorithms/ranking/evaluation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "algorithms/core/require.hpp"
#include "algorithms/data/letor_stream.hpp"

namespace fedltr {
namespace {

constexpr double kLeftOut = std::numeric_limits<double>::quiet_NaN();
constexpr auto mean_or_left_out = [](double sum, double count) {
  return count > 0 ? sum / count : kLeftOut;
};

/// Maximum depth at which insertion is faster than sorting.
constexpr std::size_t kShallow = 32;

void insert_top(const VectorView& scores, std::span<const Index> visit,
                std::span<Index> ranking) {
  std::size_t filled = 0;
  for (const Index place : visit) {
    const double score = scores(place);
    // Moves up only if strictly greater: of equal scores the first visited
    // stays first.
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
          "more documents to rank than there are");
  if (ranking.empty()) return;
  if (ranking.size() <= kShallow) return insert_top(scores, visit, ranking);
  std::vector<Index> order(visit.begin(), visit.end());
  std::ranges::stable_sort(
      order, [&](Index a, Index b) { return scores(a) > scores(b); });
  std::copy_n(order.begin(), ranking.size(), ranking.begin());
}

Evaluation::Evaluation(std::vector<std::shared_ptr<const Dataset>> views,
                       EvaluationConfig config)
    : views_(std::move(views)), config_(std::move(config)) {
  const auto& metrics = config_.metrics;
  const bool whole_list =
      std::ranges::any_of(metrics, [](auto& m) { return m.cutoff == 0; });
  if (!whole_list && !metrics.empty())
    depth_ =
        std::ranges::max_element(metrics, {}, &NamedMetric::cutoff)->cutoff;
  const Dataset& first = data();
  visit_.resize(first.documents());
  for (Index query = 0; query < first.queries(); ++query) {
    const std::size_t begin = first.begin(query);
    const auto places = std::span(visit_).subspan(begin, first.size(query));
    std::iota(places.begin(), places.end(), Index{0});
    if (config_.ties == Ties::kInput) continue;
    const auto names = document_names(first, query);
    std::ranges::stable_sort(
        places, [&](Index a, Index b) { return names[a] > names[b]; });
  }
  for (const auto& view : views_) {
    require(view->documents() == first.documents() &&
                view->queries() == first.queries(),
            "views must be of the same documents");
    auto& highest = highest_.emplace_back();
    Matrix& best = best_.emplace_back(
        Matrix::Ones(view->queries(), std::ssize(config_.metrics)));
    for (Index query = 0; query < view->queries(); ++query) {
      const Labels labels = view->labels_of(query);
      highest.push_back(labels.empty() ? 0 : std::ranges::max(labels));
      for (std::size_t m = 0; m < config_.metrics.size(); ++m)
        if (const auto& best_of = config_.metrics[m].metric.best)
          best(query, m) = best_of(labels);
    }
  }
}

void Evaluation::require_means() const {
  for (const NamedMetric& metric : config_.metrics)
    for (const auto& highest : highest_)
      require(config_.empty != EmptyQuery::kSkip ||
                  std::ranges::any_of(
                      highest,
                      [&](int label) { return label >= metric.relevant_from; }),
              "no query to evaluate on has a relevant document, so " +
                  metric.name + " has no mean");
}

bool Evaluation::counts(Index query) const {
  return std::ranges::any_of(highest_, [&](const auto& highest) {
    return std::ranges::any_of(config_.metrics, [&](const auto& metric) {
      return highest[query] >= metric.relevant_from;
    });
  });
}

template <class Visit>
void Evaluation::measure(const Matrix& models, Visit&& visit) const {
  const Dataset& first = data();
  Matrix scores(models.rows(), longest_query(first));
  std::vector<Index> ranking;
  std::vector<std::uint8_t> ranked;
  std::vector<double> values(config_.metrics.size());
  std::vector<double> room;
  for (Index query = 0; query < first.queries(); ++query) {
    const Index size = first.size(query);
    const std::size_t count = size;
    ranking.clear();
    if (counts(query)) {
      config_.ranker->score_many(models, first.features_of(query, room),
                                 scores.leftCols(size));
      ranking.resize(depth_ == 0 ? count : std::min(depth_, count));
    }
    const auto places = std::span(visit_).subspan(first.begin(query), count);
    for (Index model = 0; model < models.rows(); ++model) {
      top_documents(scores.row(model).head(size).transpose(), places, ranking);
      for (std::size_t view = 0; view < views_.size(); ++view) {
        const Labels labels = views_[view]->labels_of(query);
        ranked.clear();
        for (const Index place : ranking) ranked.push_back(labels[place]);
        const int highest = highest_[view][query];
        for (std::size_t m = 0; m < values.size(); ++m)
          values[m] = highest >= config_.metrics[m].relevant_from
                          ? config_.metrics[m].metric.value(ranked, labels) /
                                best_[view](query, m)
                          : value_of(config_.empty);
        visit(model, view, query, values);
      }
    }
  }
}

Matrix Evaluation::means_of(const Matrix& models) const {
  const Index columns = config_.metrics.size();
  const Index views = views_.size();
  Matrix sums = Matrix::Zero(models.rows() * views, columns);
  Matrix counts = Matrix::Zero(models.rows() * views, columns);
  measure(models, [&](Index model, std::size_t view, Index,
                      const std::vector<double>& values) {
    const Index row = model * views + view;
    for (Index m = 0; m < columns; ++m) {
      const double value = values[m];
      if (std::isnan(value)) continue;
      sums(row, m) += value;
      ++counts(row, m);
    }
  });
  Matrix means = Matrix::Zero(models.rows(), columns);
  for (Index row = 0; row < sums.rows(); ++row)
    means.row(row / views) +=
        sums.row(row).binaryExpr(counts.row(row), mean_or_left_out);
  return means / views;
}

std::vector<double> Evaluation::means(const VectorView& parameters) const {
  const Matrix means = means_of(parameters.transpose());
  return {means.data(), means.data() + means.size()};
}

Matrix Evaluation::per_query(const VectorView& parameters) const {
  const Index columns = config_.metrics.size();
  Matrix sums = Matrix::Zero(data().queries(), columns);
  Matrix counts = Matrix::Zero(data().queries(), columns);
  measure(parameters.transpose(), [&](Index, std::size_t, Index query,
                                      const std::vector<double>& values) {
    for (Index m = 0; m < columns; ++m) {
      const double value = values[m];
      if (std::isnan(value)) continue;
      sums(query, m) += value;
      ++counts(query, m);
    }
  });
  return sums.binaryExpr(counts, mean_or_left_out);
}

Index Evaluation::counted() const {
  if (config_.empty != EmptyQuery::kSkip) return data().queries();
  Index counted = 0;
  for (Index query = 0; query < data().queries(); ++query)
    counted += std::ranges::any_of(highest_, [&](const auto& highest) {
      return highest[query] >= config_.metrics[0].relevant_from;
    });
  return counted;
}

}  // namespace fedltr
