#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/plan/silo_plans.hpp"
#include "app/results/point_results.hpp"

namespace fedltr {

/// Returns a method's metrics, means over the parties.
MethodResults results_of(const SiloPoint& point, const std::string& method);

/// SHA-256 over the parameters of a method's models, all runs and parties; for
/// an untrained method, over its values by query.
std::string silo_signature(const std::vector<SiloRepeat>& runs,
                           const std::string& method);

/// Correlation of each feature, mean over the runs; NaN for a constant feature.
Vector mean_correlation(const std::vector<SiloRepeat>& runs);

/// Privacy of the run with the most releases of a document.
const SiloPrivacy& worst_privacy(const std::vector<SiloRepeat>& runs);
/// Number of releases withheld for lack of budget, of all runs.
std::uint64_t withheld_of(const std::vector<SiloRepeat>& runs);

/// Candidates of all runs' test queries; recall is the runs' mean.
CandidateCounts summarize_candidates(const std::vector<SiloRepeat>& runs);

/// Number of runs in which a party had no label to learn from, for parties with
/// such a run: there it only owned documents.
std::map<std::size_t, std::size_t> owners_only(
    const std::vector<SiloRepeat>& runs);

/// Reason why no epsilon bounds everything, in words.
std::string why_unbounded(const Scenario& scenario);

/// The headline method less another one, on the main metric.
struct MethodComparison {
  std::string over;
  PairedDifference difference;
};
/// Returns the comparisons with all other methods, in their order.
std::vector<MethodComparison> comparisons_of(const SiloPoint& point);

RetrievalSummary summarize_retrieval(const std::vector<SiloRepeat>& runs);

/// Errors of all runs' counts, each weighted by its number of counts.
BoundChecks summarize_bounds(const std::vector<SiloRepeat>& runs);

/// Returns the rows of grid.csv: one per method of a point with a run.
/// @param folder  of the point, below the grid's
std::vector<PointResults> silo_rows(const SiloPoint& point,
                                    const std::string& folder);

}  // namespace fedltr
