#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "actors/runtime/federation.hpp"
#include "app/results/manifest.hpp"
#include "app/study/checkpoint.hpp"
#include "app/study/monitor/study_listener.hpp"
#include "app/study/shard.hpp"

namespace fedltr {

/// How the runs of a study ended, apart from their results.
struct StudyOutcome {
  FederationOutcome runs;
  std::uint64_t interactions = 0;  ///< of this invocation
  std::string not_kept;  ///< why a checkpoint could not be written; empty: all
                         ///< that ended early could

  bool cut_short() const {
    return runs.interrupted || runs.error || !runs.failure.empty();
  }
};

/// The study that a scenario asks for, of federations or of silos, at all
/// points of its grid. The driver, run_study(), takes it through these steps in
/// this order.
class StudySteps {
 public:
  virtual ~StudySteps() = default;

  /// Run folders that results go to: of the points, then of baselines.
  virtual std::vector<std::filesystem::path> folders() const = 0;
  /// Reads the data and builds the plans.
  /// @return  the checkpoints of each of folders()
  /// @throws UsageError, DataError
  virtual std::vector<std::shared_ptr<const CheckpointFolder>> prepare() = 0;
  /// Lists all runs, by number, once prepare() has built them.
  virtual std::vector<PlannedRun> planned_runs() const = 0;
  /// Takes up what the checkpoints hold.
  /// @throws CheckpointError  if nothing of a run's is whole
  virtual void resume() = 0;
  /// Has run() run these runs only and keep all results in checkpoints; to be
  /// called before prepare().
  virtual void take_shard(const Shard& shard) = 0;
  /// Has it tell how it gets on; to be called before prepare().
  /// @param listener  outlives it
  virtual void publish(StudyListener& listener) = 0;
  /// Runs what has not ended; what ends early is kept in checkpoints.
  /// @param threads  1 or more
  virtual StudyOutcome run(std::size_t threads, Interrupt& interrupt) = 0;
  /// Writes the run folders of what has results.
  /// @return whether anything has
  virtual bool write(const Timing& timing) = 0;
  /// Prints the results, of which there are some.
  virtual void report(std::ostream& out, const Timing& timing) const = 0;
  /// Says what it meant that a privacy budget was spent; empty: none was.
  virtual std::string budget_spent() const = 0;
};

}  // namespace fedltr
