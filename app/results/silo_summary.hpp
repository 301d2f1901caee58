#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/plan/silo_plans.hpp"

namespace fedltr {

/// SHA-256 over the parameters of a method's models, all runs and parties; for
/// an untrained method, over its values by query.
std::string silo_signature(const std::vector<SiloRun>& runs,
                           const std::string& method);

/// Describes the progress of an interrupted point, e.g. "1 of 2 repeats ended";
/// empty if it is complete.
std::string cut_short_text(const SiloPoint& point);

/// Correlation of each feature, mean over the runs; NaN for a constant feature.
Vector mean_correlation(const std::vector<SiloRun>& runs);

/// Privacy of the run with the most releases of a document.
const SiloPrivacy& worst_privacy(const std::vector<SiloRun>& runs);
/// Number of releases withheld for lack of budget, of all runs.
std::uint64_t withheld_of(const std::vector<SiloRun>& runs);

/// Candidates of all runs' test queries; recall is the runs' mean.
CandidateCounts summarize_candidates(const std::vector<SiloRun>& runs);

/// Number of runs in which a party had no label to learn from, for parties with
/// such a run: there it only owned documents.
std::map<std::size_t, std::size_t> owners_only(
    const std::vector<SiloRun>& runs);

/// Reason why no epsilon bounds everything, in words.
std::string why_unbounded(const Scenario& scenario);

/// The headline method less another one, on the main metric.
struct MethodComparison {
  std::string over;
  PairedDifference difference;
};
/// Returns the comparisons with all other methods, in their order.
std::vector<MethodComparison> comparisons_of(const SiloPoint& point);

/// Cost and success of reverse top-K retrieval over the runs.
struct RetrievalSummary {
  double cover = 0;        ///< mean over runs, terms and owners
  double cover_bound = 0;  ///< by Theorem 4, like cover; NaN: none
  std::uint64_t asked = 0;
  std::uint64_t bytes_moved = 0;
  std::uint64_t index_bytes = 0;    ///< maximum of a run
  std::uint64_t sketch_bytes = 0;   ///< maximum of a run
  std::uint32_t shortest_list = 0;  ///< of all runs

  double bytes_per_term() const;
};
RetrievalSummary summarize_retrieval(const std::vector<SiloRun>& runs);

/// Errors of all runs' counts, each weighted by its number of counts.
BoundChecks summarize_bounds(const std::vector<SiloRun>& runs);

}  // namespace fedltr
