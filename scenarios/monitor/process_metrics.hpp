#pragma once

#include <string>

#include "scenarios/monitor/metrics_text.hpp"

namespace fedltr {

/// What a file of metrics tells of any process: what it is of, since when it
/// runs, and whether it came to its end.
struct ProcessMetrics {
  /// @param what  is under way: a run's name
  explicit ProcessMetrics(std::string what);

  /// Begins a file with it; `study` is a label of each sample.
  MetricsText text() const;

  std::string study;
  double start;  ///< Unix time
  bool running = true;
  bool complete = false;
};

double unix_time();

/// Adds a metric that is one number.
void add_gauge(MetricsText& text, const char* name, const char* help,
               double value);

}  // namespace fedltr
