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

/// A study that is under way, for Prometheus: `--metrics-file`; docs/operate.md
/// names what is in the file. It is written as rounds close, at most once a
/// second, and at the end. Of a grid's runs those under way have samples of
/// their own, and the one that ended last. May be called by several threads.
class StudyMetrics : public StudyListener {
 public:
  /// Writes the file at once: what is wrong with it shows before a run begins.
  /// @throws UsageError, std::runtime_error
  StudyMetrics(const std::filesystem::path& file, std::string study);
  /// Writes that the study is no longer under way.
  ~StudyMetrics() override;
  StudyMetrics(const StudyMetrics&) = delete;
  StudyMetrics& operator=(const StudyMetrics&) = delete;

  void begin(std::vector<MonitoredRun> runs) override;
  void take_ended(std::uint32_t run, const RoundRecord& last) override;
  void add_round(std::uint32_t run, const RoundRecord& record) override;
  void end_run(std::uint32_t run) override;
  void add_checkpoint() override;
  void set_nodes(std::size_t nodes) override;
  void watch_refused(const std::shared_ptr<const std::atomic<std::uint64_t>>&
                         refused) override;
  /// From now on says when these expire.
  void watch_certificates(CertificateEnds certificates);
  /// Sets that all runs came to their end.
  void complete();

 private:
  struct State {
    MonitoredRun run;
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
