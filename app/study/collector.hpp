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

/// How far a run of a federation had come.
struct RunCheckpoint {
  std::uint32_t round = 0;
  /// A plan's `resume`; none: it has ended.
  std::shared_ptr<const std::string> snapshot;
  RunResult result;  ///< if it has

  void exchange(Archive& archive);
};

/// Keeps what runs of federations bring forth until it is written, and how far
/// they are in their checkpoints. A checkpoint that can't be written is tried
/// again at the next one.
class Collector : public Observer {
 public:
  /// The folder and the name of a run's checkpoints.
  struct Place {
    const CheckpointFolder* folder;
    int fold;
    std::uint32_t repeat;
    std::uint64_t rounds;
    std::string metric = {};  ///< the first one's name, for the progress bar
  };

  /// @param at_once  whether a run that ends is kept then, rather than when
  ///                 checkpoints are due
  Collector(std::vector<Place> runs, bool at_once, bool show_progress);

  /// Makes the listener for the phases of a run's server.
  std::function<void(Phase)> watch(std::uint32_t run);

  /// Sets what is told of each run that has come to its end, in this
  /// invocation.
  void on_end(std::function<void(std::uint32_t run)> told) {
    told_ = std::move(told);
  }

  /// Takes up the checkpoint of a run, before the runs begin.
  void resume(std::uint32_t run, RunCheckpoint checkpoint);

  void on_round(std::uint32_t run, const RoundRecord& record) override;
  void on_finished(std::uint32_t run, RunResult result) override;
  void on_checkpoint(std::uint32_t run, std::uint32_t round,
                     const std::string& bytes) override;
  void on_checkpoint_due() override { keep_finished(); }

  /// Keeps the runs that have ended and are not kept yet.
  void keep_finished();
  /// Why a run's last checkpoint could not be written; empty: all could.
  std::string failure() const { return writer_.failure(); }

  /// None for a run that did not come to an end.
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
  /// The run whose curve, in this invocation, stands below the bar.
  std::optional<std::uint32_t> plotted_;
};

}  // namespace fedltr
