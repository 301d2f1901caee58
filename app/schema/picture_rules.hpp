#pragma once

#include <string>
#include <vector>

#include "app/schema/reader.hpp"
#include "app/schema/settings.hpp"

namespace fedltr {

/// Key whose values distinguish the methods of a silo in pictures; it need not
/// be in the grid.
inline constexpr const char* kSiloMethod = "silo.method";

/// Value of figure.x for the rounds of unlearning alone.
inline constexpr const char* kByUnlearning = "unlearning";

/// True for a value of figure.x that makes a figure over time.
inline bool is_time(const std::string& x) {
  return x == kByRound || x == kByInteractions || x == kByUnlearning;
}

/// Returns the metrics that pictures of a scenario can show: its offline
/// metrics first, then columns of result files.
std::vector<std::string> picture_metrics(const Scenario& scenario);

/// Returns the metrics that a picture shows: those given, or the first of
/// evaluation.metrics. @param given  empty names are left out
std::vector<std::string> shown_metrics(std::vector<std::string> given,
                                       const Scenario& scenario);

/// Returns the value of a key, or of a list of named points, at a point.
std::string value_at(const Scenario& scenario, const std::string& key);

/// Checks [figure] and [table] against the grid: keys are known, in the grid,
/// and used once; metrics are known; a baseline is one line, or one row;
/// published values have a place.
/// @param points  at least one
/// @throws UsageError  at the key's line
void check_pictures(const Settings& all, const std::vector<GridPoint>& points);

}  // namespace fedltr
