#pragma once

#include <optional>

#include "app/study/collector.hpp"
#include "app/study/node_service.hpp"
#include "app/study/points.hpp"
#include "app/study/study.hpp"

namespace fedltr {

/// Federations at the points of a grid, side by side with their baselines.
class FederationStudy : public ScenarioStudy, private Observer {
 public:
  /// @param read    has to outlive it
  /// @param folder  folder of the results
  /// @param shard   runs only these, and keeps all results in checkpoints
  /// @param nodes   hosts of the clients; nullptr: this process
  FederationStudy(const ReadScenario& read, const std::filesystem::path& folder,
                  const std::optional<Shard>& shard = {},
                  NodeService* nodes = nullptr);

  std::string budget_spent() const override;

 private:
  void on_round(std::uint32_t run, const RoundRecord& record) override;
  void on_finished(std::uint32_t run, RunResult result) override;
  void on_checkpoint(std::uint32_t run, std::uint32_t round,
                     const std::string& bytes) override;
  void on_checkpoint_due() override { collector_->keep_finished(); }

  void build(std::size_t threads) override;
  std::optional<Restored> restore(std::uint32_t run) override;
  StudyOutcome run_open(const std::vector<std::uint32_t>& open,
                        std::size_t threads, Interrupt& interrupt) override;
  std::vector<std::size_t> needed_by(std::size_t point) const override;
  bool has_results(std::size_t point) const override {
    return !points_[point].runs.empty();
  }
  std::vector<PointResults> write_point(std::size_t point,
                                        Timing timing) override;

  Run& run_of(std::uint32_t run);
  void require_continuable(const PlannedRun& run) const;
  std::optional<FederationCheckpoint> continue_kept(std::uint32_t number);
  FederationOutcome rehearse(const std::vector<std::uint32_t>& open,
                             std::size_t threads, Interrupt& interrupt);
  std::optional<RosterConfig> offer_nodes();
  void drop_unfinished();
  const std::vector<Run>& honest_runs(const Point& point) const;
  std::vector<UnlearningReport> unlearning_reports(const Point& point) const;

  NodeService* nodes_;
  std::vector<Point> points_;
  std::optional<Collector> collector_;  ///< from build() to the end of run()
  /// By point: rounds of results that it extends. Filled before a checkpoint.
  std::vector<std::optional<std::uint64_t>> extended_;
};

}  // namespace fedltr
