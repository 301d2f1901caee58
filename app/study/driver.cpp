#include "app/study/driver.hpp"

#include <memory>
#include <ostream>

#include <spdlog/spdlog.h>
#include <unistd.h>

#include "app/base/errors.hpp"
#include "app/base/processors.hpp"
#include "app/base/signals.hpp"
#include "app/base/stop_reading.hpp"
#include "app/base/timer.hpp"
#include "app/results/staged_results.hpp"
#include "app/study/federation_study.hpp"
#include "app/study/monitor/study_metrics.hpp"
#include "app/study/monitor/study_progress.hpp"
#include "app/study/own_folders.hpp"
#include "app/study/resume.hpp"
#include "app/study/silo_study.hpp"
#include "app/study/speedup.hpp"
#include "app/study/stream/study_stream.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// Refuses incompatible options. Conflicts within the scenario were found when
/// it was read, as by `fedltr check`.
void validate(const ReadScenario& read, const StudyOptions& options,
              const NodeService* nodes) {
  const bool scales =
      !options.threads && !read.points[0].scenario.run.speedup.empty();
  if (options.merge && scales)
    throw UsageError(
        "run.speedup: a merge needs one number of threads; give it by "
        "--threads");
  if (options.metrics && scales)
    throw UsageError("--metrics-file needs one number of threads");
  if (options.stream && scales)
    throw UsageError("--format ndjson needs one number of threads");
  if (options.shard && (options.stream || scales))
    throw UsageError(
        "--shard needs one number of threads and excludes --format ndjson");
  if (options.resume && options.force)
    throw UsageError(
        "--resume continues and --force starts anew: give only one of them");
  if (!nodes) return;
  for (const GridPoint& point : read.points) nodes->validate(point.scenario);
}

/// A bar would mix with lines printed to the same terminal.
bool shows_progress(const StudyOptions& options) {
  return !options.quiet && !(options.stream && isatty(STDOUT_FILENO) == 1);
}

std::unique_ptr<ScenarioStudy> make_study(const ReadScenario& read,
                                          const fs::path& folder,
                                          const std::optional<Shard>& shard,
                                          NodeService* nodes) {
  if (read.points[0].scenario.silo.on)
    return std::make_unique<SiloStudy>(read, folder, shard);
  return std::make_unique<FederationStudy>(read, folder, shard, nodes);
}

std::size_t threads_of(const StudyOptions& options, const Scenario& scenario) {
  return threads_or_all(options.threads.value_or(scenario.run.threads));
}

/// Checks that a study may write to its folders, and completes or undoes writes
/// of a killed study.
void prepare_folders(const std::vector<fs::path>& folders, FolderLock& held,
                     const StudyOptions& options) {
  require_own(folders, held);
  recover_results(held.folder());
  for (const fs::path& each : folders) recover_results(each);
  if (!options.force && !options.resume)
    refuse_to_overwrite(folders, held.folder());
  held.add_made(folders);
}

/// Takes a study from the plans to the exit code.
class Driver {
 public:
  Driver(ScenarioStudy& study, const Scenario& first,
         const StudyOptions& options, FolderLock& held,
         const StudyListeners& listeners)
      : study_(study),
        first_(first),
        options_(options),
        held_(held),
        folder_(held.folder()),
        listeners_(listeners) {}

  int run(Interrupt& interrupt, std::ostream& out) {
    if (!prepare(interrupt)) {
      spdlog::error("interrupted before the first run: nothing is written");
      return kInterrupted;
    }
    if (options_.resume)
      if (const auto code = ended_before(out)) {
        remove_checkpoints();  // left by a kill during this removal
        return *code;
      }
    held_.keep();
    if (options_.merge) collect();
    const bool goes_on = options_.resume || options_.merge;
    if (goes_on) study_.resume();
    if (options_.force && !goes_on) remove_checkpoints();
    const StudyOutcome outcome = train(interrupt);
    if (options_.shard) return end_shard(outcome, out);
    const bool any = study_.write();
    if (any && options_.force) remove_stale_folders(study_.folders(), held_);
    if (!outcome.cut_short()) remove_checkpoints();
    throw_failure(outcome.runs, first_.run.name);
    if (any) notify(listeners_, &StudyListener::end_study, study_.ends());
    if (any && !options_.stream) study_.report(out);
    out << std::flush;  // before end() writes to standard error
    return end(outcome, any);
  }

 private:
  /// Reads the data; returns false if that was interrupted.
  bool prepare(Interrupt& interrupt) try {
    const ReadingWatch watch(interrupt);
    checkpoints_ = study_.prepare(threads_of(options_, first_), listeners_);
    return !interrupt.triggered();
  } catch (const ReadingStopped&) {
    return false;
  }

  std::optional<ExitCode> ended_before(std::ostream& out) const {
    std::ostream silent(nullptr);
    const auto code =
        prepare_resume(checkpoints_, folder_, options_.stream ? silent : out);
    if (code) notify(listeners_, &StudyListener::find_ended);
    return code;
  }

  /// Takes the checkpoints of the shards, except those that an interrupted
  /// merge has taken.
  void collect() const {
    auto runs = study_.runs();
    if (options_.resume)
      std::erase_if(runs, [this](const PlannedRun& run) {
        return checkpoints_[run.folder]->holds(run.fold, run.repeat);
      });
    if (runs.empty()) return;
    const auto shards = options_.shards.empty() ? shards_below(folder_)
                                                : shards_in(options_.shards);
    const auto sources = find_runs(checkpoints_, folder_, runs, shards);
    require_runs(checkpoints_, runs, sources);
    if (options_.force) remove_checkpoints();
    try {
      take_runs(checkpoints_, runs, sources);
    } catch (...) {
      if (!options_.resume) remove_checkpoints();  // incomplete
      throw;
    }
  }

  /// Ends a shard, whose results stay in the checkpoints.
  int end_shard(const StudyOutcome& outcome, std::ostream& out) const {
    throw_failure(outcome.runs, first_.run.name);
    if (outcome.runs.interrupted)
      return report_interrupted(checkpoints_, any_checkpoint(checkpoints_),
                                outcome.not_kept, folder_);
    if (!outcome.not_kept.empty())
      throw std::runtime_error("the results of a run can't be kept: " +
                               outcome.not_kept);
    const auto runs = static_cast<std::uint32_t>(study_.runs().size());
    std::uint32_t held = 0;
    for (std::uint32_t run = 0; run < runs; ++run)
      held += options_.shard->holds(run);
    out << "shard     " << options_.shard->number << " of "
        << options_.shard->count << ": " << held << " of " << runs
        << " runs are in " << folder_.string()
        << "; fedltr merge puts all shards together\n";
    return kDone;
  }

  StudyOutcome train(Interrupt& interrupt) {
    const Timer timer(first_.checkpoint.seconds,
                      [&] { interrupt.ask_for_checkpoints(); });
    return study_.run(threads_of(options_, first_), interrupt);
  }

  int end(const StudyOutcome& outcome, bool any_results) const {
    if (outcome.runs.interrupted && options_.repeats) {
      spdlog::error("interrupted: nothing was compared");
      return kInterrupted;
    }
    if (outcome.runs.interrupted)
      return report_interrupted(checkpoints_, any_results, outcome.not_kept,
                                folder_);
    const std::string spent = study_.budget_spent();
    if (spent.empty()) return kDone;
    spdlog::error("privacy budget spent: {}", spent);
    return kBudgetSpent;
  }

  void remove_checkpoints() const {
    for (const auto& each : checkpoints_) each->remove();
  }

  ScenarioStudy& study_;
  const Scenario& first_;
  const StudyOptions& options_;
  FolderLock& held_;
  const fs::path& folder_;
  const StudyListeners& listeners_;
  Checkpoints checkpoints_;
};

}  // namespace

int run_study(const StudyOptions& options, std::ostream& out,
              NodeService* nodes) {
  return run_study(read_scenario(options.file, options.settings), options, out,
                   nodes);
}

int run_study(const ReadScenario& read, const StudyOptions& options,
              std::ostream& out, NodeService* nodes) {
  validate(read, options, nodes);
  const Scenario& first = read.points[0].scenario;
  if (!first.run.speedup.empty() && !options.threads)
    return run_speedup(read, options, out);
  fs::path folder = options.out.value_or(first.run.out);
  if (options.shard) folder /= options.shard->folder();
  FolderLock held(folder);
  const auto study = make_study(read, folder, options.shard, nodes);
  prepare_folders(study->folders(), held, options);
  Interrupt interrupt;
  const SignalWatch watch(interrupt);
  StudyListeners listeners;
  std::optional<StudyProgress> progress;
  if (shows_progress(options) && !first.silo.on)
    listeners.push_back(&progress.emplace(options.shard));
  std::optional<StudyMetrics> metrics;
  if (options.metrics)
    listeners.push_back(&metrics.emplace(*options.metrics, first.run.name));
  if (options.listener) listeners.push_back(options.listener);
  std::optional<StudyStream> stream;
  if (options.stream) listeners.push_back(&stream.emplace(out));
  if (nodes) nodes->listen();
  if (nodes && metrics) metrics->watch_certificates(nodes->certificates());
  const int code =
      drive(*study, first, options, held, listeners, interrupt, out);
  if (metrics && (code == kDone || code == kBudgetSpent)) metrics->complete();
  return code;
}

void throw_failure(const FederationOutcome& outcome, const std::string& name) {
  if (outcome.error) try {
      std::rethrow_exception(outcome.error);
    } catch (const std::invalid_argument& wrong) {
      throw UsageError(name + ": " + wrong.what());
    }
  if (outcome.failure.empty()) return;
  if (!outcome.abandoned) throw std::runtime_error(outcome.failure);
  if (!outcome.interrupted)
    throw NetworkError(
        outcome.failure +
        "; the same command with --resume continues from the checkpoint");
  spdlog::warn("interrupted while no node was connected");
}

int drive(ScenarioStudy& study, const Scenario& first,
          const StudyOptions& options, FolderLock& held,
          const StudyListeners& listeners, Interrupt& interrupt,
          std::ostream& out) {
  return Driver(study, first, options, held, listeners).run(interrupt, out);
}

}  // namespace fedltr
