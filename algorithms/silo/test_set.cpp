#include "algorithms/silo/test_set.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "algorithms/core/numbers_below.hpp"

namespace fedltr {

TestQuery test_query(std::uint32_t party, std::uint32_t query,
                     std::span<const std::uint32_t> documents,
                     std::span<const Judgement> judged, std::size_t depth,
                     const Retrieval& retrieval, ExactFeatures& features) {
  TestQuery test{party, query, {}, {}, {}, {}};
  if (depth == 0) test.documents.assign(documents.begin(), documents.end());
  if (depth > 0)
    for (const Retrieved& found :
         retrieval.top(query, depth, RetrievalScore::kBm25))
      test.documents.push_back(found.document);
  std::ranges::sort(test.documents);
  for (const Judgement& judgement : judged)
    if (std::ranges::binary_search(documents, judgement.document))
      test.judged.push_back(judgement.grade);
  std::vector<Judgement> pairs;
  pairs.reserve(test.documents.size());
  for (const std::uint32_t document : test.documents) {
    const auto found =
        std::ranges::lower_bound(judged, document, {}, &Judgement::document);
    const bool known = found != judged.end() && found->document == document;
    test.labels.push_back(known ? found->grade : 0);
    pairs.push_back({query, document, 0});
  }
  test.features = features.of(std::span<const Judgement>(pairs));
  return test;
}

TestQuery test_query(std::uint32_t party, std::span<const Judgement> pairs,
                     Matrix features) {
  TestQuery test{party, pairs.front().query, {}, std::move(features), {}, {}};
  for (const Judgement& pair : pairs) {
    test.documents.push_back(pair.document);
    test.labels.push_back(pair.grade);
  }
  test.judged = test.labels;
  return test;
}

std::vector<std::uint8_t> ranked_labels(const TestQuery& query,
                                        const VectorView& scores) {
  auto order = numbers_below<Index>(query.labels.size());
  std::ranges::sort(order, {},
                    [&](Index i) { return std::tuple(-scores(i), i); });
  std::vector<std::uint8_t> labels;
  labels.reserve(order.size());
  for (const Index i : order) labels.push_back(query.labels[i]);
  return labels;
}

CandidateCounts count_candidates(std::span<const TestQuery> queries) {
  const auto relevant = [](std::span<const std::uint8_t> labels) -> double {
    return std::ranges::count_if(labels, [](auto label) { return label > 0; });
  };
  CandidateCounts counts{queries.size(), 0, 0, 0};
  double judged = 0;
  for (const TestQuery& query : queries) {
    counts.unjudged += query.judged.empty();
    counts.irrelevant += !query.judged.empty() && !query.has_relevant();
    if (!query.has_relevant()) continue;
    counts.recall += relevant(query.labels) / relevant(query.judged);
    ++judged;
  }
  counts.recall /= judged;
  return counts;
}

Vector metrics_of(const TestQuery& query, const VectorView& scores,
                  std::span<const NamedMetric> metrics) {
  const auto ranked = ranked_labels(query, scores);
  const int highest =
      query.judged.empty() ? -1 : *std::ranges::max_element(query.judged);
  Vector values(std::ssize(metrics));
  for (Index m = 0; m < values.size(); ++m) {
    const Metric& metric = metrics[m].metric;
    const double best = metric.best ? metric.best(query.judged) : 1;
    values(m) = highest < metrics[m].relevant_from
                    ? std::numeric_limits<double>::quiet_NaN()
                : best > 0 ? metric.value(ranked, query.judged) / best
                           : 0;
  }
  return values;
}

Matrix evaluate_each(const PointwiseModel& model, const VectorView& parameters,
                     std::span<const TestQuery> queries,
                     std::span<const NamedMetric> metrics) {
  Matrix values(std::ssize(queries), std::ssize(metrics));
  for (Index q = 0; q < values.rows(); ++q)
    values.row(q) =
        metrics_of(queries[q], model.scores(parameters, queries[q].features),
                   metrics)
            .transpose();
  return values;
}

}  // namespace fedltr
