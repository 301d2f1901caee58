#pragma once

#include <string>
#include <vector>

#include "app/results/compare/compare.hpp"
#include "app/results/compare/run_folder.hpp"

namespace fedltr {

/// Difference of a run from another by one metric.
struct Difference {
  std::size_t pairs = 0;  ///< queries, or runs
  std::size_t seeds = 1;  ///< runs, for the two-way model
  double mean = 0;
  double interval = 0;  ///< 95 %
  double effect = 0;
  double t = 0;
  double t_test = 1;
  double fisher = 1;  ///< NaN for the two-way model
  double bonferroni = 1;
  double holm = 1;
};

/// A row of a table: a run, and the run it is compared with.
struct Comparison {
  const RunFolder* run = nullptr;
  const RunFolder* against = nullptr;  ///< null for the baseline
  /// With the weights of the test, so that means differ by `difference`.
  double mean = 0;
  Spread spread;  ///< over runs
  Difference difference;
  bool best = false;  ///< best of its table; false for all pairs
};

/// Correction for the number of comparisons.
enum class Correction : bool { kBonferroni, kHolm };

/// One metric over some runs.
struct ComparisonTable {
  std::string metric;
  std::string group;   ///< `key = value` of --by; empty: all runs
  std::string column;  ///< value of --columns, or empty
  std::string pairs;   ///< the paired units, in words
  Over over = Over::kQueries;
  bool all_pairs = false;
  std::vector<Comparison> rows;
  std::size_t comparisons = 0;  ///< in the family of correct()

  /// The correction that its marks are by.
  Correction correction() const {
    return all_pairs ? Correction::kHolm : Correction::kBonferroni;
  }
};

/// Compares each run with the first, or all with each other; not corrected.
/// @throws UsageError  if they can't be paired, with the reason
ComparisonTable compare_runs(const std::string& metric,
                             const std::vector<const RunFolder*>& runs,
                             const CompareOptions& options);

/// Corrects the p-values of all comparisons of these tables, one family.
void correct(const std::vector<ComparisonTable*>& family);

/// Up or down, filled p < .01, open p < .05, or empty; corrected.
const char* mark_of(const Comparison& row,
                    Correction by = Correction::kBonferroni);

}  // namespace fedltr
