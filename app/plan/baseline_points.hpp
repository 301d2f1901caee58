#pragma once

#include <string>
#include <vector>

#include "app/schema/reader.hpp"

namespace fedltr {

/// Returns the same scenario with all clients honest and without unlearning;
/// the rule assumes the same number of malicious clients.
GridPoint attack_free_baseline(const GridPoint& attacked);

/// Returns a baseline per unlearning request: training up to the request, from
/// the start without the clients that have left by then. Searches and clicks
/// are the same; noise differs, so that equal noise is not mistaken for equal
/// learning.
std::vector<GridPoint> retraining_baselines(const GridPoint& point);

/// True if a scenario asks for an attack-free baseline.
bool wants_attack_free_baseline(const Scenario& scenario);
bool wants_retraining_baselines(const Scenario& scenario);

/// Returns all settings that determine a scenario's results; points with equal
/// keys are the same.
std::string baseline_key(const Scenario& scenario);

}  // namespace fedltr
