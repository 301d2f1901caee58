#pragma once

#include <string>
#include <vector>

#include "actors/consortium/status.hpp"
#include "app/study/monitor/metrics_text.hpp"

// Metrics of the sides of a consortium: `--metrics-file` of `fedltr relay` and
// `fedltr party`.
namespace fedltr {

/// @param members  names of the parties, by number; the status has each
void add_gauges(MetricsText& text, const consortium::RelayStatus& status,
                const std::vector<std::string>& members);
void add_gauges(MetricsText& text, const consortium::PartyStatus& status);

}  // namespace fedltr
