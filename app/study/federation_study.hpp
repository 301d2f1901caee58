#pragma once

#include <optional>

#include "app/study/collector.hpp"
#include "app/study/federation_results.hpp"
#include "app/study/node_service.hpp"
#include "app/study/stopwatch.hpp"
#include "app/study/study.hpp"

namespace fedltr {

/// Federations at the points of a grid, side by side with their baselines.
class FederationStudy : public StudySteps, private Observer {
 public:
  /// @param read   has to outlive it
  /// @param shard  runs only these, and keeps all results in checkpoints
  /// @param nodes  hosts of the clients; nullptr: this process
  FederationStudy(const ReadScenario& read, std::filesystem::path folder,
                  const std::optional<Shard>& shard = {},
                  NodeService* nodes = nullptr);

  std::vector<std::filesystem::path> folders() const override;
  std::vector<std::shared_ptr<const CheckpointFolder>> prepare(
      const StudyListeners& listeners) override;
  std::vector<PlannedRun> planned_runs() const override;
  void resume() override;
  StudyOutcome run(std::size_t threads, Interrupt& interrupt) override;
  bool write(const Timing& timing) override;
  std::vector<PointEnd> ends() const override;
  void report(std::ostream& out, const Timing& timing) const override;
  std::string budget_spent() const override;

 private:
  void on_round(std::uint32_t run, const RoundRecord& record) override;
  void on_finished(std::uint32_t run, RunResult result) override;
  void on_checkpoint(std::uint32_t run, std::uint32_t round,
                     const std::string& bytes) override;
  void on_checkpoint_due() override { collector_->keep_finished(); }

  void plan_runs();
  std::vector<FederationPlan> open_plans();
  std::vector<std::size_t> compared_with(std::size_t point) const;
  bool has_ended(std::size_t point);
  Timing timing_so_far() const;
  void write_ended(std::uint32_t run);
  void write_early(std::size_t point, const std::vector<std::size_t>& needed);
  void take_results();
  void remove_grid_results();

  const ReadScenario& read_;
  std::filesystem::path folder_;
  std::optional<Shard> shard_;  ///< nullopt: all runs
  NodeService* nodes_;
  StudyListeners listeners_;
  PlannedStudy planned_;  ///< from prepare() on
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
