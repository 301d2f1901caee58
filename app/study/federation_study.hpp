#pragma once

#include <optional>

#include "app/study/collector.hpp"
#include "app/study/federation_results.hpp"
#include "app/study/node_service.hpp"
#include "app/study/stopwatch.hpp"
#include "app/study/stream/study_stream.hpp"
#include "app/study/study.hpp"

namespace fedltr {

/// Federations at the points of a grid, side by side with their baselines.
class FederationStudy : public StudySteps {
 public:
  /// @param read    has to outlive it
  /// @param stream  written instead of a report, or nullptr
  /// @param nodes   hosts of the clients; nullptr: this process
  FederationStudy(const ReadScenario& read, std::filesystem::path folder,
                  bool show_progress, StudyStream* stream, NodeService* nodes);

  std::vector<std::filesystem::path> folders() const override;
  std::vector<std::shared_ptr<const CheckpointFolder>> prepare() override;
  std::vector<PlannedRun> planned_runs() const override;
  void resume() override;
  void take_shard(const Shard& shard) override { shard_ = shard; }
  void publish(StudyListener& listener) override { listener_ = &listener; }
  StudyOutcome run(std::size_t threads, Interrupt& interrupt) override;
  bool write(const Timing& timing) override;
  void report(std::ostream& out, const Timing& timing) const override;
  std::string budget_spent() const override;

 private:
  void begin_listener();
  void begin_stream();
  void end_stream() const;
  std::vector<FederationPlan> open_plans();
  FederationOutcome run_open(std::size_t threads, Interrupt& interrupt,
                             const RosterConfig* nodes);
  std::vector<std::size_t> compared_with(std::size_t point) const;
  bool has_ended(std::size_t point);
  Timing timing_so_far() const;
  void write_ended(std::uint32_t run);
  void write_early(std::size_t point, const std::vector<std::size_t>& needed);
  void take_results();
  void remove_grid_results();

  const ReadScenario& read_;
  std::filesystem::path folder_;
  bool show_progress_;
  StudyStream* stream_;
  StudyListener* listener_ = nullptr;  ///< nullptr: no listener
  std::optional<Shard> shard_;         ///< nullopt: all runs
  NodeService* nodes_;
  std::vector<Point> points_;
  std::optional<Collector> collector_;  ///< from prepare() to the end of run()
  std::optional<Stopwatch> stopwatch_;  ///< from run() on
  std::size_t threads_ = 0;
  bool grid_is_removed_ = false;  ///< an older study's tables are
  WrittenPoints written_;
  FinishedRuns finished_;
  std::vector<PointResults> rows_;
};

}  // namespace fedltr
