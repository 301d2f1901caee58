#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "actors/consortium/status.hpp"
#include "app/study/monitor/metrics_file.hpp"
#include "app/study/monitor/process_metrics.hpp"

namespace fedltr {

/// A relay that is under way, for Prometheus: `fedltr relay --metrics-file`;
/// docs/operate.md names what is in the file. Not more than one thread at a
/// time may call it.
class RelayMetrics {
 public:
  /// Writes the file at once: what is wrong with it shows before a run begins.
  /// @param members  names of the parties, by number
  /// @throws UsageError, std::runtime_error
  RelayMetrics(const std::filesystem::path& file, std::string study,
               std::vector<std::string> members);
  /// Writes that the relay has ended.
  ~RelayMetrics();
  RelayMetrics(const RelayMetrics&) = delete;
  RelayMetrics& operator=(const RelayMetrics&) = delete;

  /// From now on says when these expire.
  void watch_certificates(CertificateEnds certificates) {
    process_.certificates = std::move(certificates);
  }
  /// @param status  with a party for each member
  void update(const consortium::RelayStatus& status);
  /// Sets that the run came to its end.
  void complete() { process_.complete = true; }

 private:
  std::string text() const;

  MetricsFile file_;
  ProcessMetrics process_;
  std::vector<std::string> members_;
  consortium::RelayStatus status_;
};

}  // namespace fedltr
