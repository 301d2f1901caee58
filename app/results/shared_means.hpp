#pragma once

#include <string>
#include <vector>

#include "algorithms/silo/shared_metrics.hpp"
#include "app/base/json.hpp"

// Means of metrics that members sent each other, for people and programs.
namespace fedltr {

/// One mean per metric; null for a member that has no held-out query.
/// @param metrics  their names, one per mean
Json means_json(const MetricMeans& told,
                const std::vector<std::string>& metrics);

/// "  north        ndcg@10 0.5000 map 0.2500 (12 queries)" and a line end; '-'
/// for each mean of a member that has no held-out query.
std::string means_line(const std::string& member, const MetricMeans& told,
                       const std::vector<std::string>& metrics);

}  // namespace fedltr
