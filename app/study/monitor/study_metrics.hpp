#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/study/monitor/metrics_file.hpp"
#include "app/study/monitor/process_metrics.hpp"
#include "app/study/monitor/study_listener.hpp"

namespace fedltr {

/// Metrics of a running study, for Prometheus: `--metrics-file`;
/// docs/operate.md lists them. Written as rounds close, at most once per
/// second, and at the end. Of a grid's runs, those that are running and the
/// last one that ended have samples of their own. Thread-safe.
class StudyMetrics : public StudyListener {
 public:
  /// Writes the file at once, so that errors appear before a run starts.
  /// @throws UsageError, std::runtime_error
  StudyMetrics(const std::filesystem::path& file, std::string study);
  /// Writes that the study has stopped.
  ~StudyMetrics() override;
  StudyMetrics(const StudyMetrics&) = delete;
  StudyMetrics& operator=(const StudyMetrics&) = delete;

  void begin(const PlannedStudy& study) override;
  void add_round(std::uint32_t run, const RoundRecord& record) override;
  void add_checkpoint() override;
  void end_run(std::uint32_t run, const Ending& end) override;
  void set_nodes(std::size_t nodes) override;
  void watch_refused(const std::shared_ptr<const std::atomic<std::uint64_t>>&
                         refused) override;
  /// Adds the expiry of these certificates from now on.
  void watch_certificates(CertificateEnds certificates);
  /// Marks all runs as complete.
  void complete();

 private:
  struct State {
    PlannedRun run;
    std::optional<RoundRecord> last;
    bool ended = false;
  };

  void take(std::uint32_t run, const RoundRecord& record);
  void write_if_due();
  std::string text() const;
  void add_study(MetricsText& text) const;
  void add_runs(MetricsText& text) const;
  void add_totals(MetricsText& text) const;
  bool is_shown(std::size_t run) const;

  mutable std::mutex mutex_;
  MetricsFile file_;
  ProcessMetrics process_;
  std::vector<State> runs_;
  std::optional<std::size_t> ended_last_;
  std::optional<double> checkpoint_;  ///< Unix time
  std::optional<std::size_t> nodes_;
  std::shared_ptr<const std::atomic<std::uint64_t>> refused_;
};

}  // namespace fedltr
