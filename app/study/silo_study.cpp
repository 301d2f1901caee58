#include "app/study/silo_study.hpp"

#include <algorithm>
#include <map>

#include <spdlog/spdlog.h>

#include "actors/silo/run_silos.hpp"
#include "algorithms/text/searchable.hpp"
#include "app/base/free_memory.hpp"
#include "app/results/silo_files.hpp"
#include "app/results/silo_summary.hpp"
#include "app/results/staged_results.hpp"
#include "app/study/placed_record.hpp"
#include "app/study/rule_log.hpp"
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
  const bool sized = scenario.silo.sized();
  std::string key;
  for (const auto& [name, text] : scenario.text)
    if (name.starts_with("data.") || name.starts_with("synthetic.") ||
        name == "silo.stemming" || name == "silo.stop-words" ||
        (sized && (name == "silo.documents" || name == "silo.queries" ||
                   name == "silo.parties")))
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

void keep_run(SiloPoint& point, SiloRepeat run) {
  point.runs.push_back(std::move(run));
  std::ranges::sort(point.runs, {}, &SiloRepeat::repeat);
}

/// Returns the number of iterations of a repeat, which count as its rounds.
std::uint64_t rounds_of(const SiloPoint& point) {
  return point.described.scenario.silo.options.training.joint_iterations;
}

/// Returns the end of a repeat; its only record has silo.method's metrics.
Ending end_of_repeat(const SiloPoint& point, const SiloRepeat& run) {
  const auto means_of = [&](const std::string& method) {
    const Vector all = means(run.methods.at(method).all);
    return std::vector<double>(all.begin(), all.end());
  };
  Ending end{.budget_spent = std::ranges::any_of(
                 run.withheld, [](auto count) { return count > 0; })};
  RoundRecord& last = end.last.emplace();
  last.round = static_cast<std::uint32_t>(rounds_of(point));
  last.metrics = means_of(headline(point.described.scenario));
  for (const std::string& method : point.methods)
    end.methods.emplace_back(method, means_of(method));
  return end;
}

}  // namespace

SiloStudy::SiloStudy(const ReadScenario& read, const fs::path& folder,
                     const std::optional<Shard>& shard)
    : ScenarioStudy(read, folder, shard) {
  for (std::size_t i = 0; i < read.points.size(); ++i) {
    const PointSettings& settings = read.points[i].settings;
    add_point(is_grid() ? folder / point_folder(settings, i) : folder,
              settings);
  }
}

void SiloStudy::build(std::size_t threads) {
  std::map<std::string, std::shared_ptr<const LoadedCollection>> sets;
  RuleLog rules;
  for (const GridPoint& described : read().points) {
    rules.warn(described.scenario);
    auto& data = sets[data_key(described.scenario)];
    if (!data) {
      data = std::make_shared<const LoadedCollection>(
          load_collection(described.scenario, threads));
      log_notes(described.scenario.text.at("data.folder"), data->notes);
      log_judgements(*data->collection);
    }
    SiloPoint& point = points_.emplace_back();
    point.described = described;
    point.data = data;
    build_silo(point, static_cast<std::uint32_t>(runs().size()));
    add_checkpoints(described.scenario, data->files);
    for (std::uint32_t repeat = 1; repeat <= point.plans.size(); ++repeat)
      add_run(points_.size() - 1, kFold, repeat, rounds_of(point),
              metric_names(point.metrics));
  }
}

std::optional<ScenarioStudy::Restored> SiloStudy::restore(
    std::uint32_t number) {
  const PlannedRun& place = runs()[number];
  SiloPoint& point = points_[place.folder];
  auto run =
      checkpoints()[place.folder]->load<SiloRepeat>(place.fold, place.repeat);
  if (!run) return std::nullopt;
  run->shares = *point.plans[place.repeat - 1]->shares;
  Restored restored{place.rounds, end_of_repeat(point, *run)};
  keep_run(point, std::move(*run));
  return restored;
}

void SiloStudy::take(std::uint32_t run, const SiloRecord& record,
                     std::size_t threads) {
  const PlannedRun& place = runs()[run];
  SiloPoint& point = points_[place.folder];
  SiloRepeat finished = evaluate_silo(
      point, place.repeat,
      point.data->merged ? placed_record(record, *point.data->merged) : record,
      threads);
  writer_.save(*checkpoints()[place.folder], run, place.fold, place.repeat,
               finished, "repeat " + std::to_string(place.repeat));
  const Ending end = end_of_repeat(point, finished);
  keep_run(point, std::move(finished));
  end_run(run, end);
  spdlog::debug("run {} is done", run);
}

StudyOutcome SiloStudy::run_open(const std::vector<std::uint32_t>& open,
                                 std::size_t threads, Interrupt& interrupt) {
  std::size_t largest = 0;
  for (const SiloPoint& point : points_)
    largest = std::max(largest, point.data->collection->bytes_of_terms());
  std::vector<std::shared_ptr<const SiloPlan>> plans;
  for (const std::uint32_t run : open)
    plans.push_back(points_[runs()[run].folder].plans[runs()[run].repeat - 1]);
  const bool one_at_a_time = largest > kLargeCollection || plans.size() == 1;
  const SiloObserver observer = [&](std::uint32_t run,
                                    const SiloRecord& record) {
    if (one_at_a_time) give_back_free_memory();  // of the parties
    take(run, record, one_at_a_time ? threads : 1);
  };
  StudyOutcome outcome;
  outcome.runs = run_silos(plans, threads, one_at_a_time ? 1 : threads,
                           observer, interrupt);
  if (!outcome.cut_short() && !is_shard()) time_points();
  outcome.not_kept = writer_.failure();
  return outcome;
}

/// Times searches after all runs, with the machine to itself.
void SiloStudy::time_points() {
  for (SiloPoint& point : points_)
    if (const auto terms = point.described.scenario.silo.timed_terms; terms > 0)
      point.search = time_search(*point.plans[0], terms);
}

bool SiloStudy::is_final_early(std::size_t point) const {
  return points_[point].described.scenario.silo.timed_terms == 0;
}

std::vector<PointResults> SiloStudy::write_point(std::size_t point,
                                                 Timing timing) {
  const fs::path& folder = points()[point].folder;
  replace_results(folder, silo_files(), {points_[point], timing});
  return silo_rows(points_[point], folder.filename().string());
}

std::string SiloStudy::budget_spent() const {
  std::uint64_t withheld = 0;
  for (const SiloPoint& point : points_) withheld += withheld_of(point.runs);
  return withheld == 0 ? ""
                       : std::to_string(withheld) + " answers were withheld";
}

}  // namespace fedltr
