#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "actors/consortium/status.hpp"
#include "app/study/monitor/metrics_file.hpp"
#include "app/study/monitor/process_metrics.hpp"

namespace fedltr {

/// Metrics of a running relay, for Prometheus: `fedltr relay --metrics-file`;
/// docs/operate.md lists them. Not thread-safe.
class RelayMetrics {
 public:
  /// Writes the file at once, so that errors appear before a run starts.
  /// @param members  names of the parties, by number
  /// @throws UsageError, std::runtime_error
  RelayMetrics(const std::filesystem::path& file, std::string study,
               std::vector<std::string> members);
  /// Writes that the relay has ended.
  ~RelayMetrics();
  RelayMetrics(const RelayMetrics&) = delete;
  RelayMetrics& operator=(const RelayMetrics&) = delete;

  /// Adds the expiry of these certificates from now on.
  void watch_certificates(CertificateEnds certificates) {
    process_.certificates = std::move(certificates);
  }
  /// @param status  has a party for each member
  void update(const consortium::RelayStatus& status);
  /// Marks the run as complete.
  void complete() { process_.complete = true; }

 private:
  std::string text() const;

  MetricsFile file_;
  ProcessMetrics process_;
  std::vector<std::string> members_;
  consortium::RelayStatus status_;
};

}  // namespace fedltr
