#include "app/study/federation_study.hpp"

#include <algorithm>
#include <limits>
#include <ostream>

#include <spdlog/spdlog.h>

#include "app/base/json.hpp"
#include "app/results/registry.hpp"
#include "app/results/terminal_report.hpp"
#include "app/study/stream/federation_stream.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// Lists the places of the checkpoints, by the number of the run.
/// @param shard  counts only its rounds; nullopt: all rounds
std::vector<Collector::Place> places_of(const std::vector<Point>& points,
                                        const std::optional<Shard>& shard) {
  std::vector<Collector::Place> places;
  for (const Point& point : points)
    for (const Run& run : point.runs)
      places.push_back(
          {point.checkpoint.get(), run.fold, run.repeat,
           !shard || shard->holds(run.plan.run) ? count_rounds(run.plan) : 0,
           run.plan.evaluation->metrics()[0].name});
  return places;
}

/// Returns a point's folder relative to the study's; empty if they are the
/// same.
std::string name_below(const fs::path& point, const fs::path& study) {
  return point == study ? "" : point.lexically_relative(study).string();
}

bool draws_from_system(const Point& point) {
  return point.described.scenario.privacy.system_randomness;
}

}  // namespace

FederationStudy::FederationStudy(const ReadScenario& read, fs::path folder,
                                 bool show_progress, StudyStream* stream,
                                 NodeService* nodes)
    : read_(read),
      folder_(std::move(folder)),
      show_progress_(show_progress),
      stream_(stream),
      nodes_(nodes),
      points_(describe_points(read, folder_)) {}

std::vector<fs::path> FederationStudy::folders() const {
  std::vector<fs::path> folders;
  for (const Point& point : points_) folders.push_back(point.folder);
  return folders;
}

std::vector<std::shared_ptr<const CheckpointFolder>>
FederationStudy::prepare() {
  load_points(points_);
  auto places = places_of(points_, shard_);
  // Runs whose results are written early must not run again after a kill. A
  // single run is written when it ends.
  const auto& checkpoint = read_.points[0].scenario.checkpoint;
  const bool at_once =
      checkpoint.every > 0 || (checkpoint.seconds > 0 && places.size() > 1);
  collector_.emplace(std::move(places), at_once, show_progress_);
  if (stream_) begin_stream();
  if (listener_) begin_listener();
  std::vector<std::shared_ptr<const CheckpointFolder>> checkpoints;
  for (const Point& point : points_) checkpoints.push_back(point.checkpoint);
  return checkpoints;
}

std::vector<PlannedRun> FederationStudy::planned_runs() const {
  std::vector<PlannedRun> runs;
  for (std::size_t i = 0; i < points_.size(); ++i)
    for (const Run& run : points_[i].runs)
      runs.push_back({i, run.fold, run.repeat});
  return runs;
}

void FederationStudy::resume() {
  std::size_t ended = 0;
  std::size_t going_on = 0;
  std::uint32_t earliest = std::numeric_limits<std::uint32_t>::max();
  for (Point& point : points_)
    for (Run& run : point.runs) {
      auto found = point.checkpoint->load<RunCheckpoint>(run.fold, run.repeat);
      if (!found) continue;
      (found->snapshot ? going_on : ended) += 1;
      run.plan.resume = found->snapshot;
      if (found->snapshot) earliest = std::min(earliest, found->round);
      spdlog::debug("{}: continues after round {}", run.plan.name,
                    found->round);
      if (stream_) {
        stream_->resume(run.plan.run, found->round);
        if (!found->snapshot)
          stream_->end_run(run.plan.run, run_end_json(run, found->result));
      }
      if (listener_ && !found->snapshot)
        listener_->take_ended(run.plan.run, found->result.rounds.back());
      collector_->resume(run.plan.run, std::move(*found));
    }
  if (going_on > 0)
    spdlog::info("{} run(s) continue, the earliest after round {}", going_on,
                 earliest);
  if (ended > 0) spdlog::info("{} run(s) were already finished", ended);
  if (going_on > 0 && std::ranges::any_of(points_, draws_from_system))
    spdlog::warn(
        "privacy.randomness = system: rounds after the checkpoint are run "
        "again with fresh noise; for anyone who saw both, privacy accounting "
        "does not hold");
}

void FederationStudy::begin_listener() {
  std::vector<MonitoredRun> runs;
  for (const Point& point : points_)
    for (const Run& run : point.runs) {
      auto& monitored =
          runs.emplace_back(MonitoredRun{name_below(point.folder, folder_),
                                         run.fold,
                                         run.repeat,
                                         count_rounds(run.plan),
                                         {}});
      for (const auto& metric : run.plan.evaluation->metrics())
        monitored.metrics.push_back(metric.name);
    }
  listener_->begin(std::move(runs));
}

void FederationStudy::begin_stream() {
  std::vector<StreamedPoint> points;
  std::vector<StreamedRun> runs;
  for (const Point& point : points_) {
    for (const Run& run : point.runs)
      runs.push_back(
          {points.size(), run.fold, run.repeat, count_rounds(run.plan)});
    points.push_back({name_below(point.folder, folder_),
                      point.described.settings, !point.in_grid});
  }
  stream_->begin(read_.points[0].scenario.run.name, folder_, std::move(points),
                 std::move(runs));
}

void FederationStudy::end_stream() const {
  std::vector<StreamedEnd> ends;
  for (const PointResults& row : rows_)
    ends.push_back({read_.grid_keys.empty() ? "" : row.folder, row.complete,
                    row.signature});
  stream_->end(ends);
}

std::vector<FederationPlan> FederationStudy::open_plans() {
  std::vector<FederationPlan> plans;
  for (const Point& point : points_)
    for (const Run& run : point.runs)
      if (!collector_->result(run.plan.run) &&
          (!shard_ || shard_->holds(run.plan.run))) {
        plans.push_back(run.plan);
        plans.back().on_phase = collector_->watch(run.plan.run);
      }
  return plans;
}

/// Returns the point and the baselines that its results need.
std::vector<std::size_t> FederationStudy::compared_with(
    std::size_t point) const {
  std::vector<std::size_t> all = points_[point].retrained;
  all.push_back(point);
  if (points_[point].honest >= 0)
    all.push_back(static_cast<std::size_t>(points_[point].honest));
  return all;
}

bool FederationStudy::has_ended(std::size_t point) {
  return std::ranges::all_of(points_[point].runs, [this](const Run& run) {
    const auto& result = collector_->result(run.plan.run);
    return result && result->final();
  });
}

Timing FederationStudy::timing_so_far() const {
  Timing timing;
  timing.threads = threads_;
  timing.points = points_.size();
  timing.interactions = collector_->interactions();
  stopwatch_->fill(timing);
  return timing;
}

/// Writes the folder of each point of a grid once its runs have ended. These
/// folders are final.
void FederationStudy::write_ended(std::uint32_t run) {
  const auto has_run = [&](std::size_t point) {
    return std::ranges::any_of(points_[point].runs, [run](const Run& each) {
      return each.plan.run == run;
    });
  };
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const auto needed = compared_with(i);
    if (std::ranges::any_of(needed, has_run) &&
        std::ranges::all_of(needed,
                            [this](auto each) { return has_ended(each); }))
      write_early(i, needed);
  }
}

/// @param needed  points whose results it uses
void FederationStudy::write_early(std::size_t point,
                                  const std::vector<std::size_t>& needed) {
  FinishedRuns finished(points_.size());
  for (const std::size_t each : needed)
    for (const Run& run : points_[each].runs)
      finished[each].push_back({run, *collector_->result(run.plan.run)});
  try {
    remove_grid_results();
    written_[point] = write_point(points_, point, finished, timing_so_far());
  } catch (const std::exception& error) {
    spdlog::warn("results are kept until the end: {}", error.what());
  }
}

/// Moves the runs that ended, early or not, out of the points.
void FederationStudy::take_results() {
  for (Point& point : points_) {
    auto& finished = finished_.emplace_back();
    for (Run& run : point.runs)
      if (auto& result = collector_->result(run.plan.run);
          result && !result->rounds.empty())
        finished.push_back({std::move(run), std::move(*result)});
  }
}

FederationOutcome FederationStudy::run_open(std::size_t threads,
                                            Interrupt& interrupt,
                                            const RosterConfig* nodes) {
  Observer* observer = &*collector_;
  std::optional<TellingObserver> counted;
  if (listener_) observer = &counted.emplace(*listener_, *observer);
  if (!stream_)
    return run_federations(open_plans(), threads, *observer, interrupt, nodes);
  std::vector<const Run*> runs;
  for (const Point& point : points_)
    for (const Run& run : point.runs) runs.push_back(&run);
  FederationStream streamed(*stream_, *observer, std::move(runs));
  return run_federations(open_plans(), threads, streamed, interrupt, nodes);
}

StudyOutcome FederationStudy::run(std::size_t threads, Interrupt& interrupt) {
  std::optional<RosterConfig> nodes;
  if (nodes_) nodes = nodes_->offer(points_);
  if (nodes && listener_) {
    nodes->on_nodes = [this](std::size_t joined) {
      listener_->set_nodes(joined);
    };
    nodes->gateway.kept_out = std::make_shared<std::atomic<std::uint64_t>>(0);
    listener_->watch_refused(nodes->gateway.kept_out);
  }
  if (!read_.grid_keys.empty() && !shard_)
    collector_->on_end([this](std::uint32_t run) { write_ended(run); });
  threads_ = threads;
  stopwatch_.emplace();
  StudyOutcome outcome;
  outcome.runs = run_open(threads, interrupt, nodes ? &*nodes : nullptr);
  outcome.interactions = collector_->interactions();
  if (outcome.cut_short() || shard_) collector_->keep_finished();
  outcome.not_kept = collector_->failure();
  take_results();
  collector_.reset();  // clears the progress bar
  return outcome;
}

/// Removes an older study's tables, which would not match new points.
void FederationStudy::remove_grid_results() {
  if (!read_.grid_keys.empty() && !grid_is_removed_) remove_results(folder_);
  grid_is_removed_ = true;
}

bool FederationStudy::write(const Timing& timing) {
  if (!std::ranges::all_of(finished_, &std::vector<FinishedRun>::empty))
    remove_grid_results();
  rows_ = write_points(points_, finished_, std::move(written_), timing);
  if (!read_.grid_keys.empty() && !rows_.empty())
    write_grid_results(folder_, read_.points[0].scenario.run.name, rows_);
  for (const Point& point : points_)
    if (const auto held = HeldFolder::open(point.folder))
      held->remove_folder("history");  // empty by now
  return !rows_.empty();
}

void FederationStudy::report(std::ostream& out, const Timing& timing) const {
  if (stream_) return end_stream();
  const Scenario& first = read_.points[0].scenario;
  if (read_.grid_keys.empty())
    return print_report(out, first, finished_[0],
                        honest_runs(points_[0], finished_), rows_[0].unlearned,
                        rows_[0].cut_short, timing, folder_);
  std::size_t runs = 0;
  for (const Point& point : points_) runs += point.runs.size();
  print_grid_report(out, first, rows_, runs, timing, folder_);
}

std::string FederationStudy::budget_spent() const {
  for (const auto& runs : finished_)
    for (const FinishedRun& each : runs)
      if (each.result.budget_spent)
        return "the models are those of the last allowed round";
  return "";
}

}  // namespace fedltr
