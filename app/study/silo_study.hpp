#pragma once

#include <optional>
#include <set>

#include "app/plan/silo_plans.hpp"
#include "app/study/stopwatch.hpp"
#include "app/study/study.hpp"

namespace fedltr {

/// Silos at the points of a grid. Each finished repeat is saved in the
/// checkpoints at once; an interrupted one runs again from its beginning, with
/// the same bits.
class SiloStudy : public StudySteps {
 public:
  /// @param read   has to outlive it
  /// @param shard  runs only these, and keeps all results in checkpoints
  SiloStudy(const ReadScenario& read, std::filesystem::path folder,
            const std::optional<Shard>& shard = {});

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
  void plan_runs();
  /// Returns the point's folder below the study's; empty if they are the same.
  std::string name_of_point(std::size_t point) const;
  void time_points();
  Timing timing_so_far() const;
  void remove_grid_results();
  void write_ended(std::size_t point);
  /// @param threads  idle threads, including this one
  void take(const PlannedRun& place, std::uint32_t run,
            const SiloRecord& record, std::size_t threads);

  const ReadScenario& read_;
  std::filesystem::path folder_;
  std::optional<Shard> shard_;  ///< nullopt: all repeats
  StudyListeners listeners_;
  PlannedStudy planned_;  ///< from prepare() on
  std::vector<SiloPoint> points_;
  std::vector<std::filesystem::path> folders_;  ///< by point
  std::vector<std::shared_ptr<const CheckpointFolder>> checkpoints_;
  std::optional<Stopwatch> stopwatch_;  ///< from run() on
  std::size_t threads_ = 0;
  bool grid_is_removed_ = false;   ///< an older study's tables are
  std::set<std::size_t> written_;  ///< points with all their repeats
  CheckpointWriter writer_;
};

}  // namespace fedltr
