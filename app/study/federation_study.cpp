#include "app/study/federation_study.hpp"

#include <algorithm>
#include <limits>
#include <ostream>

#include <spdlog/spdlog.h>

#include "app/results/registry.hpp"
#include "app/results/terminal_report.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// Lists the places of the checkpoints, by the number of the run.
std::vector<Collector::Place> places_of(const std::vector<Point>& points) {
  std::vector<Collector::Place> places;
  for (const Point& point : points)
    for (const Run& run : point.runs)
      places.push_back({point.checkpoint.get(), run.fold, run.repeat});
  return places;
}

RunEnd end_of_run(const RunResult& result, bool earlier = false) {
  RunEnd end{.complete = result.complete,
             .budget_spent = result.budget_spent,
             .earlier = earlier};
  if (!result.rounds.empty()) end.last = result.rounds.back();
  return end;
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
                                 const std::optional<Shard>& shard,
                                 NodeService* nodes)
    : read_(read),
      folder_(std::move(folder)),
      shard_(shard),
      nodes_(nodes),
      points_(describe_points(read, folder_)) {}

std::vector<fs::path> FederationStudy::folders() const {
  std::vector<fs::path> folders;
  for (const Point& point : points_) folders.push_back(point.folder);
  return folders;
}

std::vector<std::shared_ptr<const CheckpointFolder>> FederationStudy::prepare(
    const StudyListeners& listeners) {
  load_points(points_);
  auto places = places_of(points_);
  // Runs whose results are written early must not run again after a kill. A
  // single run is written when it ends.
  const auto& checkpoint = read_.points[0].scenario.checkpoint;
  const bool at_once =
      checkpoint.every > 0 || (checkpoint.seconds > 0 && places.size() > 1);
  collector_.emplace(std::move(places), at_once);
  listeners_ = listeners;
  plan_runs();
  notify(listeners_, &StudyListener::begin, planned_);
  std::vector<std::shared_ptr<const CheckpointFolder>> checkpoints;
  for (const Point& point : points_) checkpoints.push_back(point.checkpoint);
  return checkpoints;
}

void FederationStudy::plan_runs() {
  planned_ = {read_.points[0].scenario.run.name, folder_};
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const Point& point = points_[i];
    const std::string name = name_below(point.folder, folder_);
    planned_.points.push_back({name, point.described.settings, !point.in_grid});
    for (const Run& run : point.runs) {
      planned_.runs.push_back(
          {i, run.fold, run.repeat, count_rounds(run.plan), name});
      for (const auto& metric : run.plan.evaluation->metrics())
        planned_.runs.back().metrics.push_back(metric.name);
    }
  }
}

std::vector<PlannedRun> FederationStudy::planned_runs() const {
  return planned_.runs;
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
      notify(listeners_, &StudyListener::resume, run.plan.run, found->round);
      if (!found->snapshot)
        notify(listeners_, &StudyListener::end_run, run.plan.run,
               end_of_run(found->result, true));
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

void FederationStudy::on_round(std::uint32_t run, const RoundRecord& record) {
  notify(listeners_, &StudyListener::add_round, run, record);
}

void FederationStudy::on_finished(std::uint32_t run, RunResult result) {
  const RunEnd end = end_of_run(collector_->add(run, std::move(result)));
  if (end.final() && !read_.grid_keys.empty() && !shard_) write_ended(run);
  notify(listeners_, &StudyListener::end_run, run, end);
}

void FederationStudy::on_checkpoint(std::uint32_t run, std::uint32_t round,
                                    const std::string& bytes) {
  collector_->save(run, round, bytes);
  notify(listeners_, &StudyListener::add_checkpoint);
}

StudyOutcome FederationStudy::run(std::size_t threads, Interrupt& interrupt) {
  std::optional<RosterConfig> nodes;
  if (nodes_) nodes = nodes_->offer(points_);
  if (nodes) {
    nodes->on_nodes = [this](std::size_t joined) {
      notify(listeners_, &StudyListener::set_nodes, joined);
    };
    nodes->gateway.kept_out = std::make_shared<std::atomic<std::uint64_t>>(0);
    notify(listeners_, &StudyListener::watch_refused, nodes->gateway.kept_out);
  }
  threads_ = threads;
  stopwatch_.emplace();
  StudyOutcome outcome;
  outcome.runs = run_federations(open_plans(), threads, *this, interrupt,
                                 nodes ? &*nodes : nullptr);
  outcome.interactions = collector_->interactions();
  if (outcome.cut_short() || shard_) collector_->keep_finished();
  outcome.not_kept = collector_->failure();
  take_results();
  collector_.reset();
  notify(listeners_, &StudyListener::end_runs);
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

std::vector<PointEnd> FederationStudy::ends() const {
  std::vector<PointEnd> ends;
  for (const PointResults& row : rows_)
    ends.push_back({read_.grid_keys.empty() ? "" : row.folder, row.complete,
                    row.signature});
  return ends;
}

void FederationStudy::report(std::ostream& out, const Timing& timing) const {
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
