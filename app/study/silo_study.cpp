#include "app/study/silo_study.hpp"

#include <algorithm>
#include <map>
#include <ostream>

#include <spdlog/spdlog.h>

#include "actors/silo/run_silos.hpp"
#include "algorithms/text/searchable.hpp"
#include "app/base/free_memory.hpp"
#include "app/base/json.hpp"
#include "app/results/registry.hpp"
#include "app/results/silo_report.hpp"
#include "app/results/silo_results.hpp"
#include "app/results/silo_summary.hpp"
#include "app/study/placed_record.hpp"
#include "app/study/search_timing.hpp"
#include "app/study/silo_evaluation.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// Repeats with larger collections run one at a time, their parties side by
/// side.
constexpr std::size_t kLargeCollection = 100U << 20;
constexpr int kFold = 1;  ///< texts have one

/// Returns the keys that determine a collection; points with equal keys share
/// it.
std::string data_key(const Scenario& scenario) {
  std::string key;
  for (const auto& [name, text] : scenario.text)
    if (name.starts_with("data.") || name.starts_with("synthetic.") ||
        name == "silo.stemming" || name == "silo.stop-words")
      key += name + "=" + text + "\n";
  return key;
}

void log_judgements(const Collection& collection) {
  const QueryCounts counts = count_queries(collection);
  if (counts.unjudged > 0)
    spdlog::warn("{} of {} queries have no judgement: no metric counts them",
                 counts.unjudged, collection.queries());
  if (counts.irrelevant > 0)
    spdlog::warn(
        "{} of {} queries have grades of 0 alone: no metric counts them",
        counts.irrelevant, collection.queries());
}

bool has_ended(const SiloPoint& point, std::uint32_t repeat) {
  return std::ranges::find(point.runs, repeat, &SiloRun::repeat) !=
         point.runs.end();
}

void add_run(SiloPoint& point, SiloRun run) {
  point.runs.push_back(std::move(run));
  std::ranges::sort(point.runs, {}, &SiloRun::repeat);
}

/// Returns the number of iterations of a repeat, which count as its rounds.
std::uint64_t rounds_of(const SiloPoint& point) {
  return point.described.scenario.silo.options.training.joint_iterations;
}

/// Returns the end of a repeat; its only record has silo.method's metrics.
RunEnd end_of_repeat(const SiloPoint& point, const SiloRun& run,
                     bool earlier = false) {
  const std::vector<SiloRun> alone = {run};
  const auto means_of = [&](const std::string& method) {
    std::vector<double> means;
    for (std::size_t m = 0; m < point.metrics.size(); ++m)
      means.push_back(spread_over(alone, method, m).mean);
    return means;
  };
  RunEnd end{.budget_spent = withheld_of(alone) > 0, .earlier = earlier};
  RoundRecord& last = end.last.emplace();
  last.round = static_cast<std::uint32_t>(rounds_of(point));
  last.metrics = means_of(headline(point.described.scenario));
  for (const std::string& method : point.methods)
    end.methods.emplace_back(method, means_of(method));
  return end;
}

}  // namespace

SiloStudy::SiloStudy(const ReadScenario& read, fs::path folder,
                     const std::optional<Shard>& shard)
    : read_(read), folder_(std::move(folder)), shard_(shard) {
  for (std::size_t i = 0; i < read.points.size(); ++i)
    folders_.push_back(read.grid_keys.empty()
                           ? folder_
                           : folder_ /
                                 point_folder(read.points[i].settings, i));
}

std::vector<fs::path> SiloStudy::folders() const {
  return folders_;
}

std::vector<std::shared_ptr<const CheckpointFolder>> SiloStudy::prepare(
    const StudyListeners& listeners) {
  std::map<std::string, std::shared_ptr<const LoadedCollection>> sets;
  std::uint32_t first = 0;
  for (const GridPoint& described : read_.points) {
    auto& data = sets[data_key(described.scenario)];
    if (!data) {
      data = std::make_shared<const LoadedCollection>(
          load_collection(described.scenario));
      log_notes(described.scenario.text.at("data.folder"), data->notes);
      log_judgements(*data->collection);
    }
    SiloPoint& point = points_.emplace_back();
    point.described = described;
    point.data = data;
    build_silo(point, first);
    first += static_cast<std::uint32_t>(point.plans.size());
    checkpoints_.push_back(std::make_shared<const CheckpointFolder>(
        folders_[points_.size() - 1],
        identity_json(described.scenario, data->files)));
  }
  listeners_ = listeners;
  plan_runs();
  notify(listeners_, &StudyListener::begin, planned_);
  return checkpoints_;
}

std::string SiloStudy::name_of_point(std::size_t point) const {
  return read_.grid_keys.empty() ? "" : folders_[point].filename().string();
}

void SiloStudy::plan_runs() {
  planned_ = {read_.points[0].scenario.run.name, folder_};
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const std::string name = name_of_point(i);
    planned_.points.push_back({name, points_[i].described.settings});
    for (std::uint32_t repeat = 1; repeat <= points_[i].plans.size();
         ++repeat) {
      planned_.runs.push_back({i, kFold, repeat, rounds_of(points_[i]), name});
      for (const auto& metric : points_[i].metrics)
        planned_.runs.back().metrics.push_back(metric.name);
    }
  }
}

std::vector<PlannedRun> SiloStudy::planned_runs() const {
  return planned_.runs;
}

void SiloStudy::resume() {
  const auto& all = planned_.runs;
  std::size_t ended = 0;
  for (std::uint32_t number = 0; number < all.size(); ++number) {
    const auto& [i, fold, repeat, rounds, point, metrics] = all[number];
    auto run = checkpoints_[i]->load<SiloRun>(fold, repeat);
    if (!run) continue;
    run->shares = *points_[i].plans[repeat - 1]->shares;
    notify(listeners_, &StudyListener::resume, number, rounds_of(points_[i]));
    notify(listeners_, &StudyListener::end_run, number,
           end_of_repeat(points_[i], *run, true));
    add_run(points_[i], std::move(*run));
    ++ended;
  }
  if (ended > 0)
    spdlog::info("{} of {} repeats had ended: the others run", ended,
                 all.size());
}

Timing SiloStudy::timing_so_far() const {
  Timing timing;
  timing.threads = threads_;
  timing.points = points_.size();
  stopwatch_->fill(timing);
  return timing;
}

/// Removes an older study's tables, which would not match new points.
void SiloStudy::remove_grid_results() {
  if (!read_.grid_keys.empty() && !grid_is_removed_) remove_results(folder_);
  grid_is_removed_ = true;
}

/// Writes a grid's point once all of its repeats have ended; it is then final.
/// A point whose search is timed waits for the end of all runs.
void SiloStudy::write_ended(std::size_t point) {
  const SiloPoint& ended = points_[point];
  if (shard_ || read_.grid_keys.empty() ||
      ended.runs.size() < ended.plans.size() ||
      ended.described.scenario.silo.timed_terms > 0)
    return;
  try {
    remove_grid_results();
    write_silo_results(folders_[point], ended, timing_so_far());
    written_.insert(point);
  } catch (const std::exception& error) {
    spdlog::warn("results are kept until the end: {}", error.what());
  }
}

void SiloStudy::take(const PlannedRun& place, std::uint32_t run,
                     const SiloRecord& record, std::size_t threads) {
  const SiloPoint& point = points_[place.folder];
  SiloRun finished = evaluate_silo(
      point, place.repeat,
      point.data->merged ? placed_record(record, *point.data->merged) : record,
      threads);
  writer_.save(*checkpoints_[place.folder], run, place.fold, place.repeat,
               finished, "repeat " + std::to_string(place.repeat));
  const RunEnd end = end_of_repeat(point, finished);
  add_run(points_[place.folder], std::move(finished));
  write_ended(place.folder);
  notify(listeners_, &StudyListener::end_run, run, end);
  spdlog::debug("run {} is done", run);
}

StudyOutcome SiloStudy::run(std::size_t threads, Interrupt& interrupt) {
  const auto& all = planned_.runs;
  std::vector<std::shared_ptr<const SiloPlan>> open;
  std::size_t largest = 0;
  for (std::uint32_t number = 0; number < all.size(); ++number) {
    const auto& [i, fold, repeat, rounds, point, metrics] = all[number];
    largest = std::max(largest, points_[i].data->collection->bytes_of_terms());
    if (!has_ended(points_[i], repeat) && (!shard_ || shard_->holds(number)))
      open.push_back(points_[i].plans[repeat - 1]);
  }
  const bool one_at_a_time = largest > kLargeCollection || open.size() == 1;
  const SiloObserver observer = [&](std::uint32_t run,
                                    const SiloRecord& record) {
    if (one_at_a_time) give_back_free_memory();  // of the parties
    take(all[run], run, record, one_at_a_time ? threads : 1);
  };
  threads_ = threads;
  stopwatch_.emplace();
  StudyOutcome outcome;
  outcome.runs = run_silos(open, threads, one_at_a_time ? 1 : threads, observer,
                           interrupt);
  if (!outcome.cut_short() && !shard_) time_points();
  outcome.not_kept = writer_.failure();
  notify(listeners_, &StudyListener::end_runs);
  return outcome;
}

/// Times searches after all runs, with the machine to itself.
void SiloStudy::time_points() {
  for (SiloPoint& point : points_)
    if (const auto terms = point.described.scenario.silo.timed_terms; terms > 0)
      point.search = time_search(*point.plans[0], terms);
}

bool SiloStudy::write(const Timing& timing) {
  const bool any = !std::ranges::all_of(
      points_, [](const SiloPoint& each) { return each.runs.empty(); });
  if (any) remove_grid_results();
  for (std::size_t i = 0; i < points_.size(); ++i)
    if (!points_[i].runs.empty() && !written_.contains(i))
      write_silo_results(folders_[i], points_[i], timing);
  if (any && !read_.grid_keys.empty())
    write_silo_grid_results(folder_, points_);
  return any;
}

std::vector<PointEnd> SiloStudy::ends() const {
  std::vector<PointEnd> ends;
  for (std::size_t i = 0; i < points_.size(); ++i)
    if (const SiloPoint& point = points_[i]; !point.runs.empty())
      ends.push_back(
          {name_of_point(i), point.runs.size() == point.plans.size(),
           silo_signature(point.runs, headline(point.described.scenario))});
  return ends;
}

void SiloStudy::report(std::ostream& out, const Timing& timing) const {
  if (read_.grid_keys.empty())
    print_silo_report(out, points_[0], timing, folder_);
  else
    print_silo_grid(out, points_, timing, folder_);
}

std::string SiloStudy::budget_spent() const {
  std::uint64_t withheld = 0;
  for (const SiloPoint& point : points_) withheld += withheld_of(point.runs);
  return withheld == 0 ? ""
                       : std::to_string(withheld) + " answers were withheld";
}

}  // namespace fedltr
