#include "app/results/compare/significance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "algorithms/ranking/metrics.hpp"
#include "algorithms/statistics/crossed.hpp"
#include "algorithms/statistics/paired.hpp"
#include "app/base/errors.hpp"

namespace fedltr {
namespace {

constexpr int kPermutations = 10000;
/// With two repeats, the two-way model errs at .05 in up to .10 of the cases.
constexpr std::size_t kMinRepeats = 3;

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

double larger_of(double size, double a, double b) {
  return std::max({size, std::abs(a), std::abs(b)});
}

/// Returns the values of the second run minus those of the first, by keys that
/// both must have.
/// @param what  names a key in errors
/// @param size  raised to the largest magnitude of the values
template <class Key>
std::map<Key, double> differences_of(const RunFolder& first,
                                     const RunFolder& other,
                                     const std::map<Key, double>& a,
                                     const std::map<Key, double>& b,
                                     const std::string& what, double& size) {
  std::map<Key, double> all;
  for (const auto& [key, value] : a) {
    const auto match = b.find(key);
    if (match == b.end())
      refuse(first, other,
             what + " " + in_words(key) + " is only in the first one");
    all[key] = match->second - value;
    size = larger_of(size, match->second, value);
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

std::size_t repeats_of(const RunFolder& folder) {
  std::set<int> repeats;
  for (const auto& [run, rounds] : folder.rounds) repeats.insert(run.second);
  return repeats.size();
}

/// Compares by queries and runs (fold, repeat), each with queries of its own.
Difference of_crossed(const RunFolder& first, const RunFolder& other,
                      const ByQuery& a, const ByQuery& b) {
  if (const std::size_t repeats = repeats_of(first); repeats < kMinRepeats)
    refuse(first, other,
           "--over both needs " + std::to_string(kMinRepeats) +
               " repeats or more, they have " + std::to_string(repeats));
  std::map<RunFolder::Run, Index> places;
  std::vector<CrossedCell> cells;
  double size = 0;
  Index query = 0;
  for (const auto& [name, values] : a) {
    for (const auto& [run, difference] :
         differences_of(first, other, values, b.at(name),
                        "query " + name + ", fold/repeat", size)) {
      const auto place = places.try_emplace(run, std::ssize(places)).first;
      cells.push_back({query, place->second, difference});
    }
    ++query;
  }
  if (query < 2 || cells.size() == places.size())
    refuse(first, other, "--over both needs runs of two queries or more");
  const CrossedDifference d = compare_crossed(cells, size);
  return {static_cast<std::size_t>(d.queries),
          static_cast<std::size_t>(d.seeds),
          d.mean,
          d.interval,
          d.effect,
          d.t,
          d.t_test,
          std::numeric_limits<double>::quiet_NaN()};
}

/// @param differences  by query or run
template <class Key>
Difference of_pairs(const RunFolder& first, const RunFolder& other,
                    const std::string& metric,
                    const std::map<Key, double>& differences, double size,
                    std::uint64_t seed) {
  if (differences.size() < 2)
    refuse(first, other,
           metric + (differences.empty()
                         ? " has no value in per_query.tsv"
                         : " has only one pair; run more folds or repeats"));
  std::vector<double> values;
  for (const auto& [key, value] : differences) values.push_back(value);
  const PairedDifference d = compare_pairs(values, kPermutations, seed, size);
  return {d.pairs, 1, d.mean, d.interval, d.effect, d.t, d.t_test, d.fisher};
}

/// Returns the population of the test of a metric with values by query.
Over population_of(const RunFolder& run, const CompareOptions& options) {
  if (options.over) return *options.over;
  return repeats_of(run) < kMinRepeats ? Over::kQueries : Over::kBoth;
}

Difference difference_of(const RunFolder& first, const RunFolder& other,
                         const std::string& metric, Over over,
                         const CompareOptions& options) {
  double size = 0;
  if (over == Over::kSeeds) {
    const auto differences =
        differences_of(first, other, first.by_run.at(metric),
                       other.by_run.at(metric), "fold/repeat", size);
    return of_pairs(first, other, metric, differences, size, options.seed);
  }
  require_same_repeats(first, other);
  const ByQuery& a = first.by_query.at(metric);
  const ByQuery& b = other.by_query.at(metric);
  // Refuses other queries, whatever is compared.
  const auto differences = differences_of(first, other, means_over_runs(a),
                                          means_over_runs(b), "query", size);
  if (over == Over::kBoth) return of_crossed(first, other, a, b);
  return of_pairs(first, other, metric, differences, size, options.seed);
}

/// Returns the mean of a metric with the weights of the test: over queries,
/// each by its mean over runs; over values of query and run; or over runs.
double mean_of(const RunFolder& run, const std::string& metric, Over over) {
  if (over == Over::kSeeds) return run.spreads.at(metric).mean;
  double sum = 0;
  double number = 0;
  for (const auto& [query, values] : run.by_query.at(metric)) {
    const double weight =
        over == Over::kBoth ? 1 : 1 / static_cast<double>(values.size());
    for (const auto& [of, value] : values) {
      sum += weight * value;
      number += weight;
    }
  }
  return number > 0 ? sum / number : run.spreads.at(metric).mean;
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
        key == "evaluation.relevant-from" || key == "evaluation.gains" ||
        key == "heterogeneity.judged-by" ||
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
                    const std::string& metric, Over over,
                    const CompareOptions& options) {
  Comparison row{&run, &against, mean_of(run, metric, over),
                 run.spreads.at(metric),
                 difference_of(against, run, metric, over, options)};
  refuse_other_measure(against, run, metric);
  return row;
}

std::string pairs_in_words(const Difference& difference, std::size_t repeats,
                           Over over) {
  const std::string number = std::to_string(difference.pairs);
  if (over == Over::kSeeds) return number + " runs (fold and repeat)";
  if (over == Over::kBoth)
    return number + " queries x " + std::to_string(difference.seeds) +
           " runs (fold and repeat), both random";
  return number + " queries" +
         (repeats > 1 ? ", each its mean over the repeats" : "");
}

}  // namespace

ComparisonTable compare_runs(const std::string& metric,
                             const std::vector<const RunFolder*>& runs,
                             const CompareOptions& options) {
  const bool by_query = std::ranges::all_of(runs, [&](const RunFolder* run) {
    return run->by_query.contains(metric);
  });
  const Over over = by_query ? population_of(*runs[0], options) : Over::kSeeds;
  ComparisonTable table{metric, "", "", "", over, options.all_pairs, {}};
  if (options.all_pairs) {
    for (std::size_t i = 0; i < runs.size(); ++i)
      for (std::size_t j = i + 1; j < runs.size(); ++j)
        table.rows.push_back(
            compared(*runs[j], *runs[i], metric, over, options));
  } else {
    table.rows.push_back({runs[0],
                          nullptr,
                          mean_of(*runs[0], metric, over),
                          runs[0]->spreads.at(metric),
                          {}});
    for (std::size_t i = 1; i < runs.size(); ++i)
      table.rows.push_back(compared(*runs[i], *runs[0], metric, over, options));
    std::ranges::max_element(table.rows, {}, &Comparison::mean)->best = true;
  }
  table.pairs =
      pairs_in_words(table.rows.back().difference, repeats_of(*runs[0]), over);
  if (options.sort)
    std::ranges::stable_sort(table.rows.begin() + (options.all_pairs ? 0 : 1),
                             table.rows.end(), std::greater<>(),
                             &Comparison::mean);
  return table;
}

void correct(const std::vector<ComparisonTable*>& family) {
  std::vector<Comparison*> rows;
  std::vector<double> p_values;
  for (ComparisonTable* table : family)
    for (Comparison& row : table->rows)
      if (row.against) {
        rows.push_back(&row);
        p_values.push_back(row.difference.t_test);
      }
  const auto by_bonferroni = bonferroni(p_values);
  const auto by_holm = holm(p_values);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i]->difference.bonferroni = by_bonferroni[i];
    rows[i]->difference.holm = by_holm[i];
  }
  for (ComparisonTable* table : family) table->comparisons = rows.size();
}

const char* mark_of(const Comparison& row, Correction by) {
  if (!row.against) return "";
  const double p =
      by == Correction::kHolm ? row.difference.holm : row.difference.bonferroni;
  const bool up = row.difference.mean > 0;
  if (p < 0.01) return up ? "▲" : "▼";
  if (p < 0.05) return up ? "△" : "▽";
  return "";
}

}  // namespace fedltr
