#pragma once

#include <string>
#include <vector>

#include "app/schema/reader.hpp"

namespace fedltr {

/// The same scenario with everybody honest and staying, under a rule that
/// assumes as many malicious clients.
GridPoint attack_free_baseline(const GridPoint& attacked);

/// By unlearning request: training up to then without those who have left
/// by then, from the start. Searches and clicks are the same; noise is not:
/// what is alike by the same noise would pass for what is alike by learning.
std::vector<GridPoint> retraining_baselines(const GridPoint& point);

/// Whether a scenario wants to be compared with them.
bool wants_attack_free_baseline(const Scenario& scenario);
bool wants_retraining_baselines(const Scenario& scenario);

/// All of a scenario that decides its results: points that agree on it are one.
std::string baseline_key(const Scenario& scenario);

}  // namespace fedltr
