#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace fedltr {

enum class TableFormat { kText, kCsv, kJson, kLatex };

/// Populations to which a difference may generalise.
enum class Over {
  kQueries,  ///< other queries: each counts once, by its mean over repeats
  kSeeds,    ///< other seeds: each run counts once, by its mean over queries
  kBoth,     ///< other queries under other seeds: the two-way model
};

struct CompareOptions {
  std::vector<std::filesystem::path> runs =
      {};                                 ///< folders of runs or of grids
  std::vector<std::string> metrics = {};  ///< empty: all that all runs have
  std::string baseline = {};              ///< empty: the first
  std::string by = {};     ///< a table for each value of this key; empty: one
  bool all_pairs = false;  ///< each run against each, not against the baseline
  bool sort = false;       ///< by mean, the largest first; baseline on top
  Over over = Over::kQueries;
  TableFormat format = TableFormat::kText;
  std::uint64_t seed = 1;  ///< of the randomisation test
};

/// `fedltr compare`: compares runs with a baseline, metric by metric, paired by
/// query or run.
///
/// Repeats of one query are not independent pairs (their differences correlate,
/// .5 to .8 as measured), so no test treats them as such: see Over. Metrics
/// without values by query are compared over runs.
///
/// Marks as in the thesis: up or down, filled p < .01, open p < .05, by the
/// two-tailed test with Bonferroni's correction over the comparisons of a
/// table (Holm's over all pairs).
///
/// @throws UsageError  if runs can't be paired, with the reason
void print_comparison(std::ostream& out, const CompareOptions& options);

}  // namespace fedltr
