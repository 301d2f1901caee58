#include "algorithms/ranking/run_evaluation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithms/core/hash.hpp"

namespace fedltr {
namespace {

std::vector<const RankedDocument*> in_order(const RankedQuery& query,
                                            Ties ties) {
  std::vector<const RankedDocument*> order;
  order.reserve(query.documents.size());
  for (const RankedDocument& document : query.documents)
    order.push_back(&document);
  std::ranges::stable_sort(order, [&](auto* a, auto* b) {
    if (a->score != b->score) return a->score > b->score;
    return ties == Ties::kTrec && a->name > b->name;
  });
  return order;
}

std::vector<std::uint8_t> labels_of(
    const std::vector<const RankedDocument*>& order,
    const JudgedDocuments& judged) {
  std::vector<std::uint8_t> labels;
  labels.reserve(order.size());
  for (const RankedDocument* document : order) {
    const auto found = judged.find(document->name);
    labels.push_back(found == judged.end() ? 0 : found->second);
  }
  return labels;
}

/// Computes the metrics of one query's labels.
Vector values_of(Labels ranked, Labels judged,
                 const std::vector<NamedMetric>& metrics, EmptyQuery empty) {
  const int highest = judged.empty() ? 0 : std::ranges::max(judged);
  Vector values(std::ssize(metrics));
  for (Index m = 0; m < values.size(); ++m) {
    const NamedMetric& metric = metrics[m];
    const std::size_t depth = metric.cutoff == 0
                                  ? ranked.size()
                                  : std::min(metric.cutoff, ranked.size());
    const double best = metric.metric.best ? metric.metric.best(judged) : 1;
    values(m) = highest >= metric.relevant_from
                    ? metric.metric.value(ranked.first(depth), judged) / best
                    : value_of(empty);
  }
  return values;
}

}  // namespace

QueryValues evaluate_run(const RankedRun& run, const JudgedQueries& judged,
                         const std::vector<NamedMetric>& metrics,
                         const Conventions& conventions) {
  TextMap<const RankedQuery*, std::string_view> ranked;
  for (const RankedQuery& query : run) ranked.emplace(query.name, &query);
  static const RankedQuery kNone;
  QueryValues result;
  std::vector<Vector> rows;
  for (const JudgedQuery& query : judged) {
    const auto found = ranked.find(query.name);
    result.unranked += found == ranked.end();
    if (found == ranked.end() && conventions.counted == Counted::kRanked)
      continue;
    const RankedQuery& own = found == ranked.end() ? kNone : *found->second;
    std::vector<std::uint8_t> all;
    for (const auto& [name, grade] : query.documents) all.push_back(grade);
    rows.push_back(
        values_of(labels_of(in_order(own, conventions.ties), query.documents),
                  all, metrics, conventions.empty));
    result.queries.push_back(query.name);
  }
  result.unjudged = run.size() - (judged.size() - result.unranked);
  result.values.resize(std::ssize(rows), std::ssize(metrics));
  for (std::size_t q = 0; q < rows.size(); ++q)
    result.values.row(q) = rows[q].transpose();
  return result;
}

Vector means_of_queries(const Matrix& values) {
  Vector means(values.cols());
  for (Index m = 0; m < values.cols(); ++m) {
    double sum = 0;
    double count = 0;
    for (Index q = 0; q < values.rows(); ++q)
      if (!std::isnan(values(q, m))) {
        sum += values(q, m);
        ++count;
      }
    means(m) = count > 0 ? sum / count : value_of(EmptyQuery::kSkip);
  }
  return means;
}

}  // namespace fedltr
