#pragma once

#include <cstdint>
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
  /// Folders of runs or of grids, or LABEL=RUN.
  std::vector<std::string> runs = {};
  std::vector<std::string> metrics = {};  ///< empty: all that all runs have
  std::string baseline = {};              ///< empty: the first
  std::vector<std::string> by = {};  ///< keys: a table for each of their values
  /// Key whose values are columns of one table of means; empty: none.
  std::string columns = {};
  bool all_pairs = false;  ///< each run against each, not against the baseline
  bool sort = false;       ///< by mean, the largest first; baseline on top
  std::optional<Over> over =
      {};  ///< empty: both from three repeats, or queries
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
/// two-tailed test with Bonferroni's correction over all comparisons shown by a
/// metric, in all of its tables (Holm's over all pairs).
///
/// If --baseline names a setting that several runs of a table have, each run is
/// compared with the one that has the same values of all other keys.
///
/// @throws UsageError  if runs can't be paired, with the reason
void print_comparison(std::ostream& out, const CompareOptions& options);

}  // namespace fedltr
