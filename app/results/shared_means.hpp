#pragma once

#include <string>
#include <vector>

#include "algorithms/silo/shared_metrics.hpp"
#include "app/base/json.hpp"

// What members told each other of their metrics, for people and programs.
namespace fedltr {

/// A mean a metric; null of a member that has no held-out query.
/// @param metrics  their names, as many as means
Json means_json(const MetricMeans& told,
                const std::vector<std::string>& metrics);

/// "  north        ndcg@10 0.5000 map 0.2500 (12 queries)" and the line's end;
/// '-' for each mean of a member that has no held-out query.
std::string means_line(const std::string& member, const MetricMeans& told,
                       const std::vector<std::string>& metrics);

}  // namespace fedltr
