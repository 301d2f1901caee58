#pragma once

#include <optional>

#include "app/plan/silo_plans.hpp"
#include "app/study/study.hpp"

namespace fedltr {

/// Silos at the points of a grid. Each finished repeat is saved in the
/// checkpoints at once; an interrupted one runs again from its beginning, with
/// the same bits.
class SiloStudy : public ScenarioStudy {
 public:
  /// @param read    has to outlive it
  /// @param folder  folder of the results
  /// @param shard   runs only these, and keeps all results in checkpoints
  SiloStudy(const ReadScenario& read, const std::filesystem::path& folder,
            const std::optional<Shard>& shard = {});

  std::string budget_spent() const override;

 private:
  void build(std::size_t threads) override;
  std::optional<Restored> restore(std::uint32_t run) override;
  StudyOutcome run_open(const std::vector<std::uint32_t>& open,
                        std::size_t threads, Interrupt& interrupt) override;
  /// False for a point whose search is timed after all runs.
  bool is_final_early(std::size_t point) const override;
  bool has_results(std::size_t point) const override {
    return !points_[point].runs.empty();
  }
  std::vector<PointResults> write_point(std::size_t point,
                                        Timing timing) override;

  /// @param threads  idle threads, including this one
  void take(std::uint32_t run, const SiloRecord& record, std::size_t threads);
  void time_points();

  std::vector<SiloPoint> points_;
  CheckpointWriter writer_;
};

}  // namespace fedltr
