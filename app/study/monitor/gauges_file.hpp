#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>

#include "app/study/monitor/metrics_file.hpp"
#include "app/study/monitor/process_metrics.hpp"

namespace fedltr {

/// `--metrics-file` of a process that reports its status each second, for
/// Prometheus; docs/operate.md lists the metrics. Not thread-safe.
class GaugesFile {
 public:
  /// Adds a status to the metrics of all processes.
  using Add = std::function<void(MetricsText&)>;

  /// Writes the file at once, so that errors appear before a run starts.
  /// @param first  adds the status to begin with
  /// @throws UsageError, std::runtime_error
  GaugesFile(const std::filesystem::path& file, std::string study, Add first);
  /// Writes that the process has ended.
  ~GaugesFile();
  GaugesFile(const GaugesFile&) = delete;
  GaugesFile& operator=(const GaugesFile&) = delete;

  /// Adds the expiry of these certificates from now on.
  void watch_certificates(CertificateEnds certificates) {
    process_.certificates = std::move(certificates);
  }
  void update(Add status);
  /// Marks the run as complete.
  void complete() { process_.complete = true; }

 private:
  std::string text() const;

  MetricsFile file_;
  ProcessMetrics process_;
  Add status_;
};

}  // namespace fedltr
