#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/plan/silo_plans.hpp"

namespace fedltr {

/// SHA-256 over the parameters of a method's models, all runs and parties; of
/// an untrained method over its values by query.
std::string silo_signature(const std::vector<SiloRun>& runs,
                           const std::string& method);

/// Says how much there is of a point that was interrupted, e.g. "1 of 2 repeats
/// ended"; empty: all.
std::string cut_short_text(const SiloPoint& point);

/// Of the features, mean over the runs; NaN where a feature never changes.
Vector mean_correlation(const std::vector<SiloRun>& runs);

/// The run whose documents were told most of.
const SiloPrivacy& worst_privacy(const std::vector<SiloRun>& runs);
/// Releases that no budget was left for, of all runs.
std::uint64_t withheld_of(const std::vector<SiloRun>& runs);

/// Candidates of all runs' test queries; recall is the runs' mean.
CandidateCounts summarize_candidates(const std::vector<SiloRun>& runs);

/// Number of runs in which each party had no label to learn from, of those that
/// have such a run: it took part as an owner of documents.
std::map<std::size_t, std::size_t> owners_only(
    const std::vector<SiloRun>& runs);

/// Reason why no epsilon is accounted for everything, in words.
std::string why_unbounded(const Scenario& scenario);

/// Cost and success of reverse top-K retrieval over the runs.
struct RetrievalSummary {
  double cover = 0;  ///< mean over runs, terms and owners
  std::uint64_t asked = 0;
  std::uint64_t bytes_moved = 0;
  std::uint64_t index_bytes = 0;    ///< the most of a run
  std::uint64_t sketch_bytes = 0;   ///< the most of a run
  std::uint32_t shortest_list = 0;  ///< of all runs

  double bytes_per_term() const;
};
RetrievalSummary summarize_retrieval(const std::vector<SiloRun>& runs);

}  // namespace fedltr
