#pragma once

#include <vector>

#include "algorithms/clicks/click_model.hpp"
#include "app/data/data_source.hpp"

namespace fedltr {

/// Returns the number of grades of the data; at least 2, for the tables, even
/// if all documents are irrelevant.
int grades_of(const LoadedData& data);

/// Returns the options of a scenario's metrics without a user's clicks.
/// @param grades  of the data, 2 or more
/// @throws std::invalid_argument  for an evaluation.err-grade below the data's
MetricOptions metric_options(const Scenario& scenario, int grades);
/// Returns the options of a scenario's metrics with a user's clicks.
MetricOptions metric_options(const Scenario& scenario, int grades,
                             const ClickModel& user);

/// Builds the metrics of evaluation.metrics.
std::vector<NamedMetric> build_metrics(const Scenario& scenario,
                                       const MetricOptions& options);

}  // namespace fedltr
