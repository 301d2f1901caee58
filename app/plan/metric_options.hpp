#pragma once

#include <vector>

#include "algorithms/clicks/click_model.hpp"
#include "app/data/data_source.hpp"

namespace fedltr {

/// Number of grades of the data; two at least, for the tables, even if all
/// documents are irrelevant.
int grades_of(const LoadedData& data);

/// What a scenario's metrics are made from where nobody clicks.
/// @param grades  of the data, 2 or more
/// @throws std::invalid_argument  for an evaluation.err-grade below the data's
MetricOptions metric_options(const Scenario& scenario, int grades);
/// What they are made from with a user's clicks.
MetricOptions metric_options(const Scenario& scenario, int grades,
                             const ClickModel& user);

/// The metrics of evaluation.metrics.
std::vector<NamedMetric> build_metrics(const Scenario& scenario,
                                       const MetricOptions& options);

}  // namespace fedltr
