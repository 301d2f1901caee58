#pragma once

#include <string>
#include <utility>
#include <vector>

#include "algorithms/heterogeneity/local_evaluation.hpp"
#include "algorithms/statistics/spread.hpp"
#include "app/results/finished_run.hpp"

namespace fedltr {

/// Final metrics, by name, in the order of the columns of rounds.csv.
std::vector<std::pair<std::string, Spread>> summarize(
    const std::vector<FinishedRun>& runs);

/// Says how much there is of what was interrupted, e.g. "1 of 2 runs ended";
/// empty: all, or all that a privacy budget allowed.
/// @param planned  runs there would be without interruption
std::string cut_short_text(const std::vector<FinishedRun>& runs,
                           std::size_t planned);

/// Rounds that the busiest client of any run took part in.
std::uint64_t max_rounds(const std::vector<FinishedRun>& runs);

/// How the model serves the clients, mean over the runs; no clients where they
/// do not differ.
Fairness fairness_over(const std::vector<FinishedRun>& runs);

/// SHA-256 over the bytes of the final parameters of all runs, in order.
std::string signature(const std::vector<FinishedRun>& runs);

/// Line of the report on what is claimed and what is accounted.
/// @param rounds  that the busiest client took part in
std::string privacy_text(const PrivacySpec& spec, std::uint64_t rounds);

}  // namespace fedltr
