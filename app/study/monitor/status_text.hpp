#pragma once

#include <iosfwd>

#include "app/study/monitor/metrics_reader.hpp"

namespace fedltr {

/// Prints in words what a file of metrics says of a run, server or relay.
/// @param now      Unix time
/// @param written  likewise, of the file
void print_status(std::ostream& out, const MetricsSamples& samples, double now,
                  double written);

/// Whether the process runs, or came to its end, by the file.
bool is_well(const MetricsSamples& samples);

}  // namespace fedltr
