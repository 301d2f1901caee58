#pragma once

#include <iosfwd>

#include "app/study/monitor/metrics_reader.hpp"

namespace fedltr {

/// Prints a summary of the metrics of a run, server or relay.
/// @param now      Unix time
/// @param written  Unix time of the file's last change
void print_status(std::ostream& out, const MetricsSamples& samples, double now,
                  double written);

/// True if the process is running or complete according to the file.
bool is_well(const MetricsSamples& samples);

}  // namespace fedltr
