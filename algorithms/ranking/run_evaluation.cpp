#include "algorithms/ranking/run_evaluation.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "algorithms/core/require.hpp"

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

/// Labels of a query, with those that are no grades, and with 0 in their place.
struct QueryLabels {
  std::vector<std::uint8_t> all;
  std::vector<std::uint8_t> grades;

  void add(std::uint8_t label) {
    all.push_back(label);
    grades.push_back(label < kBelowZero ? label : 0);
  }
};

QueryLabels ranked_labels(const std::vector<const RankedDocument*>& order,
                          const JudgedDocuments& judged,
                          const GradeScale& scale) {
  QueryLabels labels;
  for (const RankedDocument* document : order) {
    const auto found = judged.find(document->name);
    labels.add(found == judged.end() ? kNoJudgement
                                     : scale.label(found->second));
  }
  return labels;
}

QueryLabels judged_labels(const JudgedDocuments& judged,
                          const GradeScale& scale) {
  QueryLabels labels;
  for (const auto& [name, grade] : judged) labels.add(scale.label(grade));
  return labels;
}

/// Computes the metrics of one query's labels.
Vector values_of(const QueryLabels& ranked, const QueryLabels& judged,
                 const std::vector<NamedMetric>& metrics, EmptyQuery empty) {
  const int highest =
      judged.grades.empty() ? 0 : std::ranges::max(judged.grades);
  Vector values(std::ssize(metrics));
  for (Index m = 0; m < values.size(); ++m) {
    const NamedMetric& metric = metrics[m];
    const Labels all = metric.sees_unjudged ? judged.all : judged.grades;
    const Labels list = metric.sees_unjudged ? ranked.all : ranked.grades;
    const std::size_t depth =
        metric.cutoff == 0 ? list.size() : std::min(metric.cutoff, list.size());
    const double best = metric.metric.best ? metric.metric.best(all) : 1;
    values(m) = highest >= metric.relevant_from
                    ? metric.metric.value(list.first(depth), all) / best
                    : value_of(empty);
  }
  return values;
}

constexpr double kLargestPlainGrade = 31;

bool is_plain(double grade) {
  return grade <= kLargestPlainGrade && grade == std::floor(grade);
}

}  // namespace

GradeScale::GradeScale(const JudgedQueries& judged) {
  std::set<double> different = {0};
  for (const JudgedQuery& query : judged)
    for (const auto& [name, grade] : query.documents)
      if (grade > 0) different.insert(grade);
  if (std::ranges::all_of(different, is_plain)) {
    highest_ = static_cast<int>(*different.rbegin());
    return;
  }
  require(different.size() <= kBelowZero,
          "more than 253 different grades above 0");
  grades_.assign(different.begin(), different.end());
  highest_ = static_cast<int>(grades_.size()) - 1;
}

std::uint8_t GradeScale::label(double grade) const {
  return grade < 0 ? kBelowZero : static_cast<std::uint8_t>(label_from(grade));
}

int GradeScale::label_from(double grade) const {
  if (grades_.empty()) return static_cast<int>(std::ceil(grade));
  return static_cast<int>(std::ranges::lower_bound(grades_, grade) -
                          grades_.begin());
}

QueryValues evaluate_run(const RankedRun& run, const JudgedQueries& judged,
                         const std::vector<NamedMetric>& metrics,
                         const Conventions& conventions) {
  TextMap<const RankedQuery*, std::string_view> ranked;
  for (const RankedQuery& query : run) ranked.emplace(query.name, &query);
  static const RankedQuery kNone;
  const GradeScale scale(judged);
  QueryValues result;
  std::vector<Vector> rows;
  for (const JudgedQuery& query : judged) {
    const auto found = ranked.find(query.name);
    result.unranked += found == ranked.end();
    if (found == ranked.end() && conventions.counted == Counted::kRanked)
      continue;
    const RankedQuery& own = found == ranked.end() ? kNone : *found->second;
    rows.push_back(values_of(
        ranked_labels(in_order(own, conventions.ties), query.documents, scale),
        judged_labels(query.documents, scale), metrics, conventions.empty));
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
