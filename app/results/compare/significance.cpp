#include "app/results/compare/significance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "algorithms/ranking/metrics.hpp"
#include "algorithms/statistics/crossed.hpp"
#include "algorithms/statistics/paired.hpp"
#include "app/base/errors.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

constexpr int kPermutations = 10000;
/// With two seeds, the two-way model errs at .05 in up to .10 of the cases.
constexpr std::size_t kMinSeeds = 3;

[[noreturn]] void refuse(const RunFolder& first, const RunFolder& other,
                         const std::string& why) {
  throw UsageError(first.folder.lexically_normal().string() + " and " +
                   other.folder.lexically_normal().string() +
                   " can't be paired: " + why);
}

std::string in_words(const RunFolder::Run& run) {
  return std::to_string(run.first) + "/" + std::to_string(run.second);
}
std::string in_words(const std::string& query) {
  return query;
}

/// Input of a test of significance.
struct Pairs {
  std::vector<double> differences;
  double size = 0;  ///< largest magnitude of the values
};

double larger_of(double size, double a, double b) {
  return std::max({size, std::abs(a), std::abs(b)});
}

/// Values of the second minus those of the first, by keys that both must have.
template <class Key>
Pairs pairs_of(const RunFolder& first, const RunFolder& other,
               const std::map<Key, double>& a, const std::map<Key, double>& b,
               const std::string& what) {
  Pairs all;
  for (const auto& [key, value] : a) {
    const auto match = b.find(key);
    if (match == b.end())
      refuse(first, other,
             what + " " + in_words(key) + " is only in the first one");
    all.differences.push_back(match->second - value);
    all.size = larger_of(all.size, match->second, value);
  }
  if (a.size() != b.size())
    refuse(first, other,
           "the second one has " + std::to_string(b.size()) + " values by " +
               what + ", the first " + std::to_string(a.size()));
  return all;
}

using ByQuery = std::map<std::string, std::map<RunFolder::Run, double>>;

std::map<std::string, double> means_over_runs(const ByQuery& values) {
  std::map<std::string, double> means;
  for (const auto& [query, runs] : values) {
    double sum = 0;
    for (const auto& [run, value] : runs) sum += value;
    means[query] = sum / static_cast<double>(runs.size());
  }
  return means;
}

/// Mean of the differences over folds that have the query, by repeat; empty if
/// a run has no match.
/// @param size  raised to the largest magnitude of the values
std::map<int, double> by_repeat(const std::map<RunFolder::Run, double>& a,
                                const std::map<RunFolder::Run, double>& b,
                                double& size) {
  std::map<int, std::pair<double, double>> sums;
  for (const auto& [run, value] : a) {
    const auto match = b.find(run);
    if (match == b.end()) return {};
    auto& [sum, folds] = sums[run.second];
    sum += match->second - value;
    ++folds;
    size = larger_of(size, match->second, value);
  }
  std::map<int, double> means;
  for (const auto& [repeat, sum] : sums) means[repeat] = sum.first / sum.second;
  return means;
}

void require_same_repeats(const RunFolder& first, const RunFolder& other) {
  std::vector<RunFolder::Run> a;
  std::vector<RunFolder::Run> b;
  for (const auto& [run, rounds] : first.rounds) a.push_back(run);
  for (const auto& [run, rounds] : other.rounds) b.push_back(run);
  if (a.size() < b.size())
    refuse(first, other,
           "the second one has " + std::to_string(b.size()) +
               " runs (fold/repeat), the first " + std::to_string(a.size()));
  for (const auto& run : a)
    if (!other.rounds.contains(run))
      refuse(first, other,
             "fold/repeat " + in_words(run) + " is only in the first one");
}

/// Compares by queries and repeats; refuses unless each repeat has each query.
Difference of_crossed(const RunFolder& first, const RunFolder& other,
                      const ByQuery& a, const ByQuery& b) {
  std::set<int> repeats;
  for (const auto& [run, rounds] : first.rounds) repeats.insert(run.second);
  if (repeats.size() < kMinSeeds)
    refuse(first, other,
           "--over both needs " + std::to_string(kMinSeeds) +
               " repeats or more, they have " + std::to_string(repeats.size()));
  std::vector<std::vector<double>> rows;
  double size = 0;
  for (const auto& [query, values] : a) {
    const auto match = b.find(query);
    const auto of_query = match == b.end()
                              ? std::map<int, double>()
                              : by_repeat(values, match->second, size);
    if (of_query.size() != repeats.size())
      refuse(first, other,
             "--over both needs each query in each repeat; query " + query +
                 " is not");
    auto& row = rows.emplace_back();
    for (const auto& [repeat, difference] : of_query) row.push_back(difference);
  }
  Matrix matrix(std::ssize(rows), std::ssize(repeats));
  for (Index q = 0; q < matrix.rows(); ++q)
    for (Index s = 0; s < matrix.cols(); ++s)
      matrix(q, s) =
          rows[static_cast<std::size_t>(q)][static_cast<std::size_t>(s)];
  const CrossedDifference d = compare_crossed(matrix, size);
  return {static_cast<std::size_t>(d.queries),
          static_cast<std::size_t>(d.seeds),
          d.mean,
          d.interval,
          d.effect,
          d.t,
          d.t_test,
          std::numeric_limits<double>::quiet_NaN()};
}

Difference of_pairs(const RunFolder& first, const RunFolder& other,
                    const std::string& metric, const Pairs& pairs,
                    std::uint64_t seed) {
  if (pairs.differences.size() < 2)
    refuse(first, other,
           metric + (pairs.differences.empty()
                         ? " has no value in per_query.tsv"
                         : " has only one pair; run more folds or repeats"));
  const PairedDifference d =
      compare_pairs(pairs.differences, kPermutations, seed, pairs.size);
  return {d.pairs, 1, d.mean, d.interval, d.effect, d.t, d.t_test, d.fisher};
}

Difference difference_of(const RunFolder& first, const RunFolder& other,
                         const std::string& metric,
                         const CompareOptions& options) {
  const bool queries =
      first.by_query.contains(metric) && other.by_query.contains(metric);
  if (!queries || options.over == Over::kSeeds)
    return of_pairs(first, other, metric,
                    pairs_of(first, other, first.by_run.at(metric),
                             other.by_run.at(metric), "fold/repeat"),
                    options.seed);
  require_same_repeats(first, other);
  const ByQuery& a = first.by_query.at(metric);
  const ByQuery& b = other.by_query.at(metric);
  if (options.over == Over::kBoth) return of_crossed(first, other, a, b);
  return of_pairs(
      first, other, metric,
      pairs_of(first, other, means_over_runs(a), means_over_runs(b), "query"),
      options.seed);
}

/// Throws unless both runs define the metric in the same way.
void refuse_other_measure(const RunFolder& first, const RunFolder& other,
                          const std::string& metric) {
  const auto* method = find_metric(metric);
  const bool user = method && method->traits.by_clicks;
  for (const auto& [key, value] : first.scenario) {
    const bool convention =
        key == "evaluation.empty" || key == "evaluation.ties" ||
        key == "evaluation.on" || key == "evaluation.err-grade" ||
        key == "evaluation.relevant-from" ||
        (user && key.starts_with("clicks.")) ||
        (metric == "online_discounted" && key == "evaluation.discount");
    const auto match = other.scenario.find(key);
    if (convention && (match == other.scenario.end() || match->second != value))
      refuse(first, other,
             metric + " is defined differently in the runs: " + key + " = " +
                 value + " and " +
                 (match == other.scenario.end() ? "unknown" : match->second));
  }
  if (metric == "online_discounted" && first.rounds != other.rounds)
    refuse(first, other,
           "online_discounted is a sum over rounds, and the runs' numbers of "
           "rounds differ");
}

Comparison compared(const RunFolder& run, const RunFolder& against,
                    const std::string& metric, const CompareOptions& options) {
  Comparison row{&run, &against, run.spreads.at(metric),
                 difference_of(against, run, metric, options)};
  refuse_other_measure(against, run, metric);
  return row;
}

void correct(std::vector<Comparison>& rows) {
  std::vector<double> p_values;
  for (const Comparison& row : rows)
    if (row.against) p_values.push_back(row.difference.t_test);
  const auto by_bonferroni = bonferroni(p_values);
  const auto by_holm = holm(p_values);
  std::size_t next = 0;
  for (Comparison& row : rows)
    if (row.against) {
      row.difference.bonferroni = by_bonferroni[next];
      row.difference.holm = by_holm[next++];
    }
}

std::string pairs_in_words(const Difference& difference, std::size_t repeats,
                           bool queries, Over over) {
  const std::string number = std::to_string(difference.pairs);
  if (!queries || over == Over::kSeeds)
    return number + " runs (fold and repeat)";
  if (over == Over::kBoth)
    return number + " queries x " + std::to_string(difference.seeds) +
           " seeds, both random";
  return number + " queries" +
         (repeats > 1 ? ", each its mean over the repeats" : "");
}

}  // namespace

ComparisonTable compare_runs(const std::string& metric,
                             const std::vector<const RunFolder*>& runs,
                             const CompareOptions& options) {
  ComparisonTable table{metric, "", "", options.all_pairs, {}};
  if (options.all_pairs) {
    for (std::size_t i = 0; i < runs.size(); ++i)
      for (std::size_t j = i + 1; j < runs.size(); ++j)
        table.rows.push_back(compared(*runs[j], *runs[i], metric, options));
  } else {
    table.rows.push_back({runs[0], nullptr, runs[0]->spreads.at(metric), {}});
    for (std::size_t i = 1; i < runs.size(); ++i)
      table.rows.push_back(compared(*runs[i], *runs[0], metric, options));
    std::ranges::max_element(table.rows, {}, [](const Comparison& row) {
      return row.spread.mean;
    })->best = true;
  }
  correct(table.rows);
  std::set<int> repeats;
  for (const auto& [run, rounds] : runs[0]->rounds) repeats.insert(run.second);
  table.pairs =
      pairs_in_words(table.rows.back().difference, repeats.size(),
                     runs[0]->by_query.contains(metric), options.over);
  if (options.sort)
    std::ranges::stable_sort(
        table.rows.begin() + (options.all_pairs ? 0 : 1), table.rows.end(),
        std::greater<>(),
        [](const Comparison& row) { return row.spread.mean; });
  return table;
}

const char* mark_of(const Comparison& row, bool all_pairs) {
  if (!row.against) return "";
  const double p = all_pairs ? row.difference.holm : row.difference.bonferroni;
  const bool up = row.difference.mean > 0;
  if (p < 0.01) return up ? "▲" : "▼";
  if (p < 0.05) return up ? "△" : "▽";
  return "";
}

}  // namespace fedltr
