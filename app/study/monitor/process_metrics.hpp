#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/study/monitor/metrics_text.hpp"

namespace fedltr {

/// Days before a certificate's end from which on it should be renewed.
inline constexpr int kDaysToRenew = 30;

/// When a certificate expires that a process goes by.
struct CertificateEnd {
  std::string whose;  ///< "server" or "authority"
  double until = 0;   ///< Unix time
};
/// Returns those of now. May be called by several threads.
using CertificateEnds = std::function<std::vector<CertificateEnd>()>;

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
  CertificateEnds certificates;  ///< none: it has none
};

double unix_time();

/// Adds a metric that is one number.
void add_gauge(MetricsText& text, const char* name, const char* help,
               double value);

}  // namespace fedltr
