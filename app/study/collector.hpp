#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "actors/runtime/observer.hpp"
#include "app/base/progress.hpp"
#include "app/study/checkpoint.hpp"
#include "app/study/phase_watch.hpp"

namespace fedltr {

/// Progress of a run of a federation.
struct RunCheckpoint {
  std::uint32_t round = 0;
  /// A plan's `resume`; nullptr if the run has ended.
  std::shared_ptr<const std::string> snapshot;
  RunResult result;  ///< if the run has ended

  void exchange(Archive& archive);
};

/// Collects results of federations' runs until they are written, and saves
/// progress in their checkpoints. A checkpoint that can't be written is retried
/// at the next one.
class Collector : public Observer {
 public:
  /// Folder and name of a run's checkpoints.
  struct Place {
    const CheckpointFolder* folder;
    int fold;
    std::uint32_t repeat;
    std::uint64_t rounds;
    std::string metric = {};  ///< the first one, for the progress bar
  };

  /// @param at_once  true to save a run when it ends instead of when
  ///                 checkpoints are due
  Collector(std::vector<Place> runs, bool at_once, bool show_progress);

  /// Makes the listener for the phases of a run's server.
  std::function<void(Phase)> watch(std::uint32_t run);

  /// Sets the callback for each run that ends in this invocation.
  void on_end(std::function<void(std::uint32_t run)> told) {
    told_ = std::move(told);
  }

  /// Sets the checkpoint of a run before the runs start.
  void resume(std::uint32_t run, RunCheckpoint checkpoint);

  void on_round(std::uint32_t run, const RoundRecord& record) override;
  void on_finished(std::uint32_t run, RunResult result) override;
  void on_checkpoint(std::uint32_t run, std::uint32_t round,
                     const std::string& bytes) override;
  void on_checkpoint_due() override { keep_finished(); }

  /// Saves the runs that have ended and are not saved yet.
  void keep_finished();
  /// Returns why a run's last checkpoint could not be written; empty if all
  /// were.
  std::string failure() const { return writer_.failure(); }

  /// Returns a run's result; nullopt for one that has not ended.
  std::optional<RunResult>& result(std::uint32_t run) { return results_[run]; }
  /// Number of interactions of this invocation.
  std::uint64_t interactions() const;

 private:
  void plot(std::uint32_t run, const RoundRecord& record);
  bool save(std::uint32_t run, RunCheckpoint& checkpoint);

  std::vector<Place> runs_;
  bool at_once_;
  std::vector<std::optional<RunResult>> results_;
  std::vector<std::shared_ptr<PhaseWatch>> watches_;
  std::vector<std::uint32_t> first_round_;  ///< of this invocation
  std::vector<std::uint32_t> last_round_;
  std::set<std::uint32_t> unkept_;  ///< runs that have ended
  std::function<void(std::uint32_t run)> told_;
  CheckpointWriter writer_;
  Progress progress_;
  /// The run whose curve is shown below the bar in this invocation.
  std::optional<std::uint32_t> plotted_;
};

}  // namespace fedltr
