#include "app/plan/silo_repeat.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithms/core/archive.hpp"

namespace fedltr {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

void exchange_traffic(Archive& archive, Traffic& traffic) {
  archive(traffic.messages, traffic.bytes);
}

void exchange_traffic(Archive& archive, std::vector<Traffic>& all) {
  std::vector<std::uint64_t> numbers;
  for (const Traffic& each : all)
    numbers.insert(numbers.end(), {each.messages, each.bytes});
  archive(numbers);
  if (!archive.reading()) return;
  archive.expect(numbers.size() % 2 == 0, "traffic is messages and bytes");
  all.clear();
  for (std::size_t i = 0; i < numbers.size(); i += 2)
    all.push_back({numbers[i], numbers[i + 1]});
}

void exchange_errors(Archive& archive, CountErrors& errors) {
  archive(errors.counts, errors.error, errors.bound, errors.exceeding);
}

/// Returns mean and deviation; NaN without values.
Spread spread_or_nan(const std::vector<double>& values) {
  return values.empty() ? Spread{kNothing, kNothing, 0} : spread_of(values);
}

/// Returns the difference of a single query, or none, which allows no test.
PairedDifference untested(const std::vector<double>& differences) {
  PairedDifference result;
  result.pairs = differences.size();
  result.mean = differences.empty() ? kNothing : differences[0];
  result.interval = result.t_test = result.fisher = kNothing;
  return result;
}

}  // namespace

void SiloMethodResult::exchange(Archive& archive) {
  archive(models, all, own, queries, own_queries, curve);
}

void RetrievalResult::exchange(Archive& archive) {
  archive(cover, asked, index_bytes, sketch_bytes, shortest_list, cover_bound);
  exchange_traffic(archive, moved);
}

void SiloPrivacy::exchange(Archive& archive) {
  archive(releases, claimed, accounted.basic, accounted.advanced,
          accounted.renyi, accounted.pld);
}

void FeatureSample::exchange(Archive& archive) {
  archive(sketched, exact, relevant);
}

void SiloRepeat::exchange(Archive& archive) {
  archive(repeat, seed, names, query_party, methods, labelled, cross,
          correlation, retrieval, privacy, safety_code, by_party, withheld,
          excluded, refused, points, local_points, sample, candidates.queries,
          candidates.unjudged, candidates.irrelevant, candidates.recall,
          shared);
  for (auto* errors : {&bounds.term, &bounds.query})
    exchange_errors(archive, *errors);
  for (auto* traffic : {&sent, &received, &by_type})
    exchange_traffic(archive, *traffic);
}

Vector means(const Matrix& values) {
  Vector result(values.cols());
  for (Index c = 0; c < values.cols(); ++c) {
    double sum = 0;
    double count = 0;
    for (Index r = 0; r < values.rows(); ++r)
      if (!std::isnan(values(r, c))) {
        sum += values(r, c);
        ++count;
      }
    result(c) = count > 0 ? sum / count : kNothing;
  }
  return result;
}

Spread spread_over(const std::vector<SiloRepeat>& runs,
                   const std::string& method, Index metric) {
  std::vector<double> values;
  values.reserve(runs.size());
  for (const SiloRepeat& run : runs)
    values.push_back(means(run.methods.at(method).all)(metric));
  return spread_or_nan(values);
}

PairedDifference compare_methods(const std::vector<SiloRepeat>& runs,
                                 const std::string& method,
                                 const std::string& other, Index metric,
                                 std::uint64_t seed) {
  struct Sum {
    double difference = 0;
    double repeats = 0;
  };
  std::map<std::string, Sum> by_query;
  double size = 0;
  for (const SiloRepeat& run : runs) {
    const Matrix& a = run.methods.at(method).queries;
    const Matrix& b = run.methods.at(other).queries;
    for (Index q = 0; q < a.rows(); ++q)
      if (!std::isnan(a(q, metric)) && !std::isnan(b(q, metric))) {
        Sum& sum = by_query[run.names[static_cast<std::size_t>(q)]];
        sum.difference += a(q, metric) - b(q, metric);
        ++sum.repeats;
        size = std::max({size, std::abs(a(q, metric)), std::abs(b(q, metric))});
      }
  }
  std::vector<double> differences;
  for (const auto& [query, sum] : by_query)
    differences.push_back(sum.difference / sum.repeats);
  if (differences.size() < 2) return untested(differences);
  return compare_pairs(differences, 10000, seed, size);
}

Index main_metric(const std::vector<NamedMetric>& metrics) {
  const auto found = std::ranges::find(metrics, "ndcg@10", &NamedMetric::name);
  return found == metrics.end() ? 0 : found - metrics.begin();
}

}  // namespace fedltr
