#include "app/study/study.hpp"

#include <algorithm>
#include <ostream>

#include <spdlog/spdlog.h>

#include "app/report/sections.hpp"
#include "app/report/writers.hpp"
#include "app/results/manifest.hpp"
#include "app/results/registry.hpp"
#include "app/results/staged_results.hpp"
#include "app/results/study_files.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// Distinguishes points with the same keys: a baseline may spare clients other
/// faults, or draw its own noise.
std::string beyond_keys(const Scenario& scenario) {
  const std::uint32_t spared = scenario.faults.spared;
  return (spared > 0 ? std::to_string(spared) + " spared" : "") +
         (scenario.retraining > 0
              ? " noise of retraining " + std::to_string(scenario.retraining)
              : "");
}

bool draws_from_system(const GridPoint& point) {
  return point.scenario.privacy.system_randomness;
}

}  // namespace

ScenarioStudy::ScenarioStudy(const ReadScenario& read, fs::path folder,
                             const std::optional<Shard>& shard)
    : read_(read), shard_(shard) {
  planned_.name = read.points[0].scenario.run.name;
  planned_.folder = std::move(folder);
}

void ScenarioStudy::add_point(const fs::path& folder,
                              const PointSettings& settings, bool baseline) {
  const fs::path& study = planned_.folder;
  planned_.points.push_back(
      {folder == study ? "" : folder.lexically_relative(study).string(),
       settings, baseline, folder});
}

void ScenarioStudy::add_checkpoints(const Scenario& scenario,
                                    const std::vector<DataFile>& files) {
  checkpoints_.push_back(std::make_shared<const CheckpointFolder>(
      planned_.points[checkpoints_.size()].folder,
      identity_json(scenario, files), beyond_keys(scenario)));
}

void ScenarioStudy::add_run(std::size_t point, int fold, std::uint32_t repeat,
                            std::uint64_t rounds,
                            std::vector<std::string> metrics) {
  planned_.runs.push_back({point, fold, repeat, rounds,
                           planned_.points[point].name, std::move(metrics)});
}

std::vector<fs::path> ScenarioStudy::folders() const {
  std::vector<fs::path> folders;
  for (const PlannedPoint& point : planned_.points)
    folders.push_back(point.folder);
  return folders;
}

Checkpoints ScenarioStudy::prepare(std::size_t threads,
                                   const StudyListeners& listeners) {
  build(threads);
  ended_.resize(planned_.runs.size());
  listeners_ = listeners;
  notify(listeners_, &StudyListener::begin, planned_);
  return checkpoints_;
}

void ScenarioStudy::resume() {
  std::size_t ended = 0;
  std::size_t going_on = 0;
  bool any_again = false;  ///< a round may be run again
  std::uint64_t earliest = 0;
  for (std::uint32_t run = 0; run < ended_.size(); ++run) {
    auto found = restore(run);
    if (!found) continue;
    notify(listeners_, &StudyListener::resume, run, found->round);
    if (found->end) {
      ended_[run] = true;
      ++ended;
      found->end->earlier = true;
      notify(listeners_, &StudyListener::end_run, run, *found->end);
    } else {
      spdlog::debug("run {} continues after round {}", run, found->round);
      earliest =
          going_on == 0 ? found->round : std::min(earliest, found->round);
      ++going_on;
      any_again |= !found->at_end;
    }
  }
  if (going_on > 0)
    spdlog::info("{} run(s) continue, the earliest after round {}", going_on,
                 earliest);
  if (ended > 0) spdlog::info("{} run(s) were already finished", ended);
  if (any_again && std::ranges::any_of(read_.points, draws_from_system))
    spdlog::warn(
        "privacy.randomness = system: rounds after the checkpoint are run "
        "again with fresh noise; for anyone who saw both, privacy accounting "
        "does not hold");
}

StudyOutcome ScenarioStudy::run(std::size_t threads, Interrupt& interrupt) {
  std::vector<std::uint32_t> open;
  for (std::uint32_t run = 0; run < ended_.size(); ++run)
    if (!ended_[run] && (!shard_ || shard_->holds(run))) open.push_back(run);
  timing_.threads = threads;
  timing_.points = planned_.points.size();
  stopwatch_.emplace();
  StudyOutcome outcome = run_open(open, threads, interrupt);
  stopwatch_->fill(timing_);
  timing_.interactions = outcome.interactions;
  notify(listeners_, &StudyListener::end_runs);
  return outcome;
}

void ScenarioStudy::end_run(std::uint32_t run, const Ending& end) {
  ended_[run] = end.final();
  if (end.final() && is_grid() && !shard_) write_ended(run);
  notify(listeners_, &StudyListener::end_run, run, end);
}

bool ScenarioStudy::has_ended(std::size_t point) const {
  for (std::size_t run = 0; run < ended_.size(); ++run)
    if (planned_.runs[run].folder == point && !ended_[run]) return false;
  return true;
}

/// Writes the points that need a run and no other that has not ended. Their
/// folders are final.
void ScenarioStudy::write_ended(std::uint32_t run) {
  for (std::size_t point = 0; point < planned_.points.size(); ++point) {
    const auto needed = needed_by(point);
    if (!is_final_early(point) ||
        std::ranges::count(needed, planned_.runs[run].folder) == 0 ||
        !std::ranges::all_of(needed,
                             [this](auto each) { return has_ended(each); }))
      continue;
    try {
      stopwatch_->fill(timing_);
      write_once(point);
    } catch (const std::exception& error) {
      spdlog::warn("results are kept until the end: {}", error.what());
    }
  }
}

void ScenarioStudy::write_once(std::size_t point) {
  // An older study's tables would not match new points.
  if (is_grid() && !grid_is_removed_) remove_results(planned_.folder);
  grid_is_removed_ = true;
  written_[point] = write_point(point, timing_);
}

void ScenarioStudy::report(std::ostream& out) const {
  out << report_text(
      report_page(read_report_data({planned_.folder}, ReportDepth::kBrief)));
}

bool ScenarioStudy::write() {
  bool any = false;
  for (std::size_t point = 0; point < planned_.points.size(); ++point) {
    if (!has_results(point)) continue;
    if (!written_.contains(point)) write_once(point);
    any |= !planned_.points[point].baseline;
  }
  if (!any || !is_grid()) return any;
  std::vector<PointResults> rows;
  for (const auto& [point, its] : written_)
    rows.insert(rows.end(), its.begin(), its.end());
  replace_results(planned_.folder, grid_files(), {planned_.name, rows});
  return true;
}

std::vector<PointEnd> ScenarioStudy::ends() const {
  std::vector<PointEnd> ends;
  for (const auto& [point, rows] : written_)
    for (const PointResults& row : rows)
      if (row.leads)
        ends.push_back(
            {planned_.points[point].name, row.complete, row.signature});
  return ends;
}

}  // namespace fedltr
