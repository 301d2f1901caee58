#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/study/monitor/metrics_text.hpp"

namespace fedltr {

/// Number of days before a certificate's end when it should be renewed.
inline constexpr int kDaysToRenew = 30;

/// Expiry of a certificate that a process uses.
struct CertificateEnd {
  std::string whose;  ///< "server", a node's or party's name, "authority"
  double until = 0;   ///< Unix time
};
/// Returns such an owner in a sentence: "the server", or its name.
std::string owner_text(const std::string& whose);
/// Returns the current ones. Thread-safe.
using CertificateEnds = std::function<std::vector<CertificateEnd>()>;

/// Metrics common to all processes: its task, its start, and whether it has
/// completed.
struct ProcessMetrics {
  /// @param what  task of the process: a run's name
  explicit ProcessMetrics(std::string what);

  /// Begins a file with these metrics; each sample has the label `study`.
  MetricsText text() const;

  std::string study;
  double start;  ///< Unix time
  bool running = true;
  bool complete = false;
  CertificateEnds certificates;  ///< nullptr: no certificates
};

double unix_time();

/// Adds a metric with a single number.
void add_gauge(MetricsText& text, const char* name, const char* help,
               double value);
/// Adds the number of connections that were kept out.
void add_refused(MetricsText& text, const char* name, std::uint64_t count);

}  // namespace fedltr
