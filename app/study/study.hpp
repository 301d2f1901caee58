#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "actors/conductor/run_federations.hpp"
#include "algorithms/ranking/metrics.hpp"
#include "app/results/timing.hpp"
#include "app/schema/reader.hpp"
#include "app/study/checkpoint.hpp"
#include "app/study/monitor/study_listener.hpp"
#include "app/study/shard.hpp"
#include "app/study/stopwatch.hpp"

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

/// The study of a scenario at all points of its grid and at their baselines.
/// The driver, run_study(), calls the public functions in this order. How a run
/// is made, and what it leaves, is up to FederationStudy and SiloStudy.
class ScenarioStudy {
 public:
  ScenarioStudy(const ScenarioStudy&) = delete;
  ScenarioStudy& operator=(const ScenarioStudy&) = delete;
  virtual ~ScenarioStudy() = default;

  /// Returns the run folders of results, by point.
  std::vector<std::filesystem::path> folders() const;
  /// Reads the data, builds the plans and begins the listeners.
  /// @param threads  1 or more
  /// @return  the checkpoints of each of folders()
  /// @throws UsageError, DataError
  Checkpoints prepare(std::size_t threads, const StudyListeners& listeners);
  /// Returns all runs, by number; none before prepare().
  const std::vector<PlannedRun>& runs() const { return planned_.runs; }
  /// Restores the runs that the checkpoints hold.
  /// @throws CheckpointError  if all states of a run are damaged
  void resume();
  /// Runs all unfinished runs; those that end early are saved in checkpoints.
  /// Writes the folder of a grid's point once its runs have ended.
  /// @param threads  1 or more
  StudyOutcome run(std::size_t threads, Interrupt& interrupt);
  /// Writes the remaining run folders with results.
  /// @return true if any point of the grid has results
  bool write();
  /// Returns the points of the grid that have results.
  std::vector<PointEnd> ends() const;
  /// Prints the report of the run folder. @pre write() returned true
  virtual void report(std::ostream& out) const;
  /// Describes the effect of an exhausted privacy budget; empty if there is
  /// none.
  virtual std::string budget_spent() const = 0;

 protected:
  /// State of a run from its checkpoint.
  struct Restored {
    std::uint64_t round = 0;
    std::optional<Ending> end = {};  ///< nullopt: the run continues
    /// True after the last round of a finished run: no round is run again.
    bool at_end = false;
  };

  /// @param read    has to outlive it
  /// @param folder  folder of the results
  /// @param shard   runs only these, and keeps all results in checkpoints
  ScenarioStudy(const ReadScenario& read, std::filesystem::path folder,
                const std::optional<Shard>& shard);

  /// Adds a point; called by the constructor.
  void add_point(const std::filesystem::path& folder,
                 const PointSettings& settings, bool baseline = false);
  /// Adds the checkpoints of the next point; called by build().
  void add_checkpoints(const Scenario& scenario,
                       const std::vector<DataFile>& files);
  /// Adds the next run; called by build().
  void add_run(std::size_t point, int fold, std::uint32_t repeat,
               std::uint64_t rounds, std::vector<std::string> metrics);
  /// Passes on the end of a run; called by run_open() once its results are
  /// kept.
  void end_run(std::uint32_t run, const Ending& end);

  /// Reads the data and builds the plans of all points.
  virtual void build(std::size_t threads) = 0;
  /// Restores a run from its checkpoint, if it has one.
  virtual std::optional<Restored> restore(std::uint32_t run) = 0;
  /// Runs these runs, in ascending order.
  virtual StudyOutcome run_open(const std::vector<std::uint32_t>& open,
                                std::size_t threads, Interrupt& interrupt) = 0;
  /// Returns the points whose results write_point() uses.
  virtual std::vector<std::size_t> needed_by(std::size_t point) const {
    return {point};
  }
  /// True if a point can be written once the runs of those points have ended,
  /// before those of others.
  virtual bool is_final_early(std::size_t /*point*/) const { return true; }
  virtual bool has_results(std::size_t point) const = 0;
  /// Writes the run folder of a point that has results.
  /// @return  its rows of grid.csv; none for a baseline
  virtual std::vector<PointResults> write_point(std::size_t point,
                                                Timing timing) = 0;

  const ReadScenario& read() const { return read_; }
  bool is_grid() const { return !read_.grid_keys.empty(); }
  const std::vector<PlannedPoint>& points() const { return planned_.points; }
  const StudyListeners& listeners() const { return listeners_; }
  Checkpoints checkpoints() const { return checkpoints_; }
  bool is_shard() const { return shard_.has_value(); }
  /// Returns the timing of run(), so far or after it.
  const Timing& timing() const { return timing_; }

 private:
  bool has_ended(std::size_t point) const;
  void write_ended(std::uint32_t run);
  void write_once(std::size_t point);

  const ReadScenario& read_;
  std::optional<Shard> shard_;  ///< nullopt: all runs
  PlannedStudy planned_;
  std::vector<std::shared_ptr<const CheckpointFolder>> checkpoints_;
  StudyListeners listeners_;
  std::vector<bool> ended_;             ///< by run
  std::optional<Stopwatch> stopwatch_;  ///< from run() on
  Timing timing_;
  bool grid_is_removed_ = false;  ///< an older study's tables are
  /// Rows of grid.csv, by point that is written.
  std::map<std::size_t, std::vector<PointResults>> written_;
};

}  // namespace fedltr
