#pragma once

#include <functional>
#include <memory>
#include <set>
#include <vector>

#include "app/study/checkpoint.hpp"
#include "app/study/phase_watch.hpp"
#include "app/study/planned_study.hpp"

namespace fedltr {

/// Progress of a run of a federation.
struct FederationCheckpoint {
  std::uint32_t round = 0;
  /// A plan's `resume`; nullptr if the run has ended.
  std::shared_ptr<const std::string> snapshot;
  RunResult result;  ///< if the run has ended

  void exchange(Archive& archive);
};

/// Collects results of federations' runs, and saves progress in their
/// checkpoints. A checkpoint that can't be written is retried
/// at the next one.
class Collector {
 public:
  /// @param runs         by number; it has to outlive the collector, as do the
  ///                     checkpoints
  /// @param results      of the runs, by number, which it fills
  /// @param checkpoints  by run folder
  /// @param at_once      true to save a run when it ends instead of when
  ///                     checkpoints are due
  Collector(const std::vector<PlannedRun>& runs,
            std::vector<RunResult*> results, Checkpoints checkpoints,
            bool at_once);

  /// Makes the listener for the phases of a run's server.
  std::function<void(Phase)> watch(std::uint32_t run);

  /// Sets the checkpoint of a run before the runs start.
  void resume(std::uint32_t run, FederationCheckpoint checkpoint);

  /// Adds the result of a run that ended or was stopped.
  const RunResult& add(std::uint32_t run, RunResult result);
  /// Saves a checkpoint that a run with these bytes continues from.
  /// @return true if it was written
  bool save(std::uint32_t run, std::uint32_t round, const std::string& bytes);
  /// Saves the runs that have ended and are not saved yet.
  void keep_finished();
  /// Returns why a run's last checkpoint could not be written; empty if all
  /// were.
  std::string failure() const { return writer_.failure(); }

  /// Number of interactions of this invocation.
  std::uint64_t interactions() const;

 private:
  bool save(std::uint32_t run, FederationCheckpoint& checkpoint);

  const std::vector<PlannedRun>& runs_;
  Checkpoints checkpoints_;
  bool at_once_;
  std::vector<RunResult*> results_;
  std::vector<std::shared_ptr<PhaseWatch>> watches_;
  std::vector<std::uint32_t> first_round_;  ///< of this invocation
  std::set<std::uint32_t> unkept_;          ///< runs that have ended
  CheckpointWriter writer_;
};

}  // namespace fedltr
