#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "actors/conductor/run_federations.hpp"
#include "app/results/manifest.hpp"
#include "app/study/checkpoint.hpp"
#include "app/study/monitor/study_listener.hpp"
#include "app/study/shard.hpp"

namespace fedltr {

/// Outcome of a study's runs, apart from their results.
struct StudyOutcome {
  FederationOutcome runs;
  std::uint64_t interactions = 0;  ///< of this invocation
  std::string not_kept;  ///< why a checkpoint could not be written, or empty

  bool cut_short() const {
    return runs.interrupted || runs.error || !runs.failure.empty();
  }
};

/// The study of a scenario, of federations or of silos, at all points of its
/// grid. The driver, run_study(), calls these steps in this order.
class StudySteps {
 public:
  virtual ~StudySteps() = default;

  /// Returns the run folders of results: of the points, then of baselines.
  virtual std::vector<std::filesystem::path> folders() const = 0;
  /// Reads the data, builds the plans and begins the listeners.
  /// @return  the checkpoints of each of folders()
  /// @throws UsageError, DataError
  virtual std::vector<std::shared_ptr<const CheckpointFolder>> prepare(
      const StudyListeners& listeners) = 0;
  /// Lists all runs, by number, once prepare() has built them.
  virtual std::vector<PlannedRun> planned_runs() const = 0;
  /// Restores the runs that the checkpoints hold.
  /// @throws CheckpointError  if all states of a run are damaged
  virtual void resume() = 0;
  /// Runs all unfinished runs; those that end early are saved in checkpoints.
  /// @param threads  1 or more
  virtual StudyOutcome run(std::size_t threads, Interrupt& interrupt) = 0;
  /// Writes the run folders with results.
  /// @return true if there are any
  virtual bool write(const Timing& timing) = 0;
  /// Returns the points of the grid that have results.
  virtual std::vector<PointEnd> ends() const = 0;
  /// Prints the results. @pre write() returned true
  virtual void report(std::ostream& out, const Timing& timing) const = 0;
  /// Describes the effect of an exhausted privacy budget; empty if there is
  /// none.
  virtual std::string budget_spent() const = 0;
};

}  // namespace fedltr
