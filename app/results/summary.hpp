#pragma once

#include <string>
#include <vector>

#include "algorithms/heterogeneity/local_evaluation.hpp"
#include "app/results/point_results.hpp"

namespace fedltr {

/// Returns the final metrics, in the order of the columns of rounds.csv.
MethodResults results_of(const std::vector<Run>& runs);

/// True if all planned runs have completed all their rounds.
bool is_complete(const std::vector<Run>& runs, std::size_t planned);

/// Number of rounds of the client, in any run, that took part in most.
std::uint64_t max_rounds(const std::vector<Run>& runs);

/// Fairness of the model to the clients, mean over the runs; without clients if
/// they do not differ.
Fairness fairness_over(const std::vector<Run>& runs);

/// SHA-256 over the bytes of the final parameters of all runs, in order.
std::string signature(const std::vector<Run>& runs);

}  // namespace fedltr
