#include "app/study/federation_study.hpp"

#include <algorithm>

#include "actors/members/run_members.hpp"
#include "app/base/errors.hpp"
#include "app/base/free_memory.hpp"
#include "app/base/json_members.hpp"
#include "app/plan/history_files.hpp"
#include "app/results/result_files.hpp"
#include "app/results/staged_results.hpp"
#include "app/results/state_file.hpp"
#include "app/results/summary.hpp"
#include "app/schema/more_rounds.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

Ending end_of_run(const RunResult& result) {
  Ending end{.complete = result.complete, .budget_spent = result.budget_spent};
  if (!result.rounds.empty()) end.last = result.rounds.back();
  return end;
}

/// @param rounds  of the results
/// @throws CheckpointError  if the scenario's number of rounds is fixed
void require_extendable(const Scenario& scenario, const fs::path& folder,
                        std::uint64_t rounds) {
  const std::string there =
      folder.string() + ": ended after " + std::to_string(rounds) + " rounds";
  if (const auto why = fixed_rounds(scenario))
    throw CheckpointError(there + " and can't continue with more: " + *why +
                          "; --force runs all rounds anew");
  const fs::path file = folder / "summary.json";
  const Json json = result_json(file);
  const JsonMembers summary(json, file.string());
  if (summary.has("budget_spent") && summary.flag("budget_spent"))
    throw CheckpointError(there +
                          " and can't continue with more: privacy.budget is "
                          "spent");
}

}  // namespace

FederationStudy::FederationStudy(const ReadScenario& read,
                                 const fs::path& folder,
                                 const std::optional<Shard>& shard,
                                 NodeService* nodes)
    : ScenarioStudy(read, folder, shard),
      nodes_(nodes),
      points_(describe_points(read, folder)) {
  for (const Point& point : points_)
    add_point(point.folder, point.described.settings, !point.in_grid);
}

void FederationStudy::build(std::size_t /*threads*/) {
  load_points(points_);
  for (std::size_t i = 0; i < points_.size(); ++i) {
    add_checkpoints(points_[i].described.scenario, points_[i].data->files);
    for (const Run& run : points_[i].runs)
      add_run(i, run.fold, run.repeat, count_rounds(run.plan),
              run.plan.metric_names());
  }
  // Runs whose results are written early must not run again after a kill. A
  // single run is written when it ends.
  const auto& checkpoint = read().points[0].scenario.checkpoint;
  const bool at_once =
      checkpoint.every > 0 || (checkpoint.seconds > 0 && runs().size() > 1);
  std::vector<RunResult*> results;
  for (Point& point : points_)
    for (Run& run : point.runs) results.push_back(&run.result);
  collector_.emplace(runs(), std::move(results), checkpoints(), at_once);
}

/// @pre drop_unfinished() was not called
Run& FederationStudy::run_of(std::uint32_t run) {
  auto& siblings = points_[runs()[run].folder].runs;
  return siblings[run - siblings[0].plan.run];
}

/// Refuses before anything is changed.
/// @throws CheckpointError  if a run with fewer rounds can't be continued
void FederationStudy::require_continuable(const PlannedRun& run) const {
  const auto fewer = extended_[run.folder];
  if (!fewer) return;
  const Point& point = points_[run.folder];
  const Scenario& scenario = point.described.scenario;
  require_extendable(scenario, point.folder, *fewer);
  if (read_state(point.folder, scenario, point.data->files, run.fold,
                 run.repeat))
    return;
  throw CheckpointError(
      point.folder.string() + ": ended after " + std::to_string(*fewer) +
      " rounds without keeping the state of fold " + std::to_string(run.fold) +
      ", repeat " + std::to_string(run.repeat) +
      " (checkpoint.keep = yes keeps it); --force runs all rounds anew");
}

/// Returns the state after the last round of an earlier study of this scenario
/// with no more rounds than this one, and makes it a checkpoint of this one.
/// @throws CheckpointError  if that state is damaged
std::optional<FederationCheckpoint> FederationStudy::continue_kept(
    std::uint32_t number) {
  const PlannedRun& run = runs()[number];
  const Point& point = points_[run.folder];
  const Scenario& scenario = point.described.scenario;
  const CheckpointFolder& folder = *checkpoints()[run.folder];
  std::optional<KeptState> kept;
  try {
    kept = read_state(point.folder, scenario, point.data->files, run.fold,
                      run.repeat);
  } catch (const CheckpointError&) {
    // Otherwise a study left it that --force replaces.
    if (extended_[run.folder]) throw;
  }
  if (!kept || kept->round > run.rounds) return std::nullopt;
  FederationCheckpoint checkpoint;
  checkpoint.round = kept->round;
  checkpoint.snapshot = std::make_shared<const std::string>(kept->snapshot);
  // From now on the results are those of an interrupted run.
  folder.save(run.fold, run.repeat, checkpoint);
  return checkpoint;
}

std::optional<ScenarioStudy::Restored> FederationStudy::restore(
    std::uint32_t number) {
  const PlannedRun& run = runs()[number];
  if (extended_.empty()) {
    for (const auto& each : checkpoints()) extended_.push_back(each->extends());
    for (const PlannedRun& each : runs()) require_continuable(each);
  }
  auto found = checkpoints()[run.folder]->load<FederationCheckpoint>(
      run.fold, run.repeat);
  const bool at_end = !found;
  if (!found) found = continue_kept(number);
  if (!found) return std::nullopt;
  run_of(number).plan.resume = found->snapshot;
  Restored restored{.round = found->round, .at_end = at_end};
  if (!found->snapshot) restored.end = end_of_run(found->result);
  collector_->resume(number, std::move(*found));
  return restored;
}

/// Returns the point and the baselines that its results need.
std::vector<std::size_t> FederationStudy::needed_by(std::size_t point) const {
  std::vector<std::size_t> all = points_[point].retrained;
  all.push_back(point);
  if (points_[point].honest >= 0)
    all.push_back(static_cast<std::size_t>(points_[point].honest));
  return all;
}

void FederationStudy::on_round(std::uint32_t run, const RoundRecord& record) {
  notify(listeners(), &StudyListener::add_round, run, record);
}

void FederationStudy::on_finished(std::uint32_t run, RunResult result) {
  end_run(run, end_of_run(collector_->add(run, std::move(result))));
}

void FederationStudy::on_checkpoint(std::uint32_t run, std::uint32_t round,
                                    const std::string& bytes) {
  if (collector_->save(run, round, bytes))
    notify(listeners(), &StudyListener::add_checkpoint);
}

std::optional<RosterConfig> FederationStudy::offer_nodes() {
  if (!nodes_) return std::nullopt;
  RosterConfig nodes = nodes_->offer(points_);
  nodes.on_nodes = [this](std::size_t joined) {
    notify(listeners(), &StudyListener::set_nodes, joined);
  };
  nodes.gateway.kept_out = std::make_shared<std::atomic<std::uint64_t>>(0);
  notify(listeners(), &StudyListener::watch_refused, nodes.gateway.kept_out);
  return nodes;
}

/// Rehearses federations of [members], one after another: the members of each
/// learn side by side.
FederationOutcome FederationStudy::rehearse(
    const std::vector<std::uint32_t>& open, std::size_t threads,
    Interrupt& interrupt) {
  FederationOutcome outcome;
  for (const std::uint32_t run : open) {
    outcome = members::run_members(*run_of(run).rehearsal, run, threads, *this,
                                   interrupt);
    if (outcome.interrupted || !outcome.failure.empty()) break;
  }
  return outcome;
}

StudyOutcome FederationStudy::run_open(const std::vector<std::uint32_t>& open,
                                       std::size_t threads,
                                       Interrupt& interrupt) {
  const auto nodes = offer_nodes();
  std::vector<FederationPlan> plans;
  for (const std::uint32_t run : open) {
    plans.push_back(run_of(run).plan);
    plans.back().on_phase = collector_->watch(run);
  }
  keep_freed_memory();
  StudyOutcome outcome;
  outcome.runs = read().points[0].scenario.members.on
                     ? rehearse(open, threads, interrupt)
                     : run_federations(plans, threads, *this, interrupt,
                                       nodes ? &*nodes : nullptr);
  outcome.interactions = collector_->interactions();
  if (outcome.cut_short() || is_shard()) collector_->keep_finished();
  outcome.not_kept = collector_->failure();
  collector_.reset();
  drop_unfinished();
  return outcome;
}

/// Leaves the points the runs that ended, early or not.
void FederationStudy::drop_unfinished() {
  for (Point& point : points_) {
    std::erase_if(point.runs,
                  [](const Run& run) { return run.result.rounds.empty(); });
    if (const auto held = HeldFolder::open(point.folder))
      remove_histories(*held);
  }
}

/// Returns the runs of a point's attack-free baseline; empty if it has none.
const std::vector<Run>& FederationStudy::honest_runs(const Point& point) const {
  static const std::vector<Run> kNone;
  return point.honest < 0
             ? kNone
             : points_[static_cast<std::size_t>(point.honest)].runs;
}

/// Collects the evidence of a point's unlearning.
std::vector<UnlearningReport> FederationStudy::unlearning_reports(
    const Point& point) const {
  std::vector<const std::vector<Run>*> retrained;
  for (const std::size_t baseline : point.retrained)
    retrained.push_back(&points_[baseline].runs);
  return report_unlearning(point.described.scenario, point.runs, retrained,
                           honest_runs(point));
}

std::vector<PointResults> FederationStudy::write_point(std::size_t index,
                                                       Timing timing) {
  if (collector_) timing.interactions = collector_->interactions();
  const Point& point = points_[index];
  const Scenario& scenario = point.described.scenario;
  const auto unlearned = unlearning_reports(point);
  replace_results(point.folder, federation_files(),
                  {scenario, *point.data, point.runs, honest_runs(point),
                   unlearned, point.planned, timing});
  if (!point.in_grid) return {};
  const MethodResults results = results_of(point.runs);
  const PrivacySpec& privacy = point.runs[0].plan.privacy;
  const auto ended = std::ranges::count_if(
      point.runs, [](const Run& run) { return run.result.final(); });
  return {{.folder = point.folder.filename().string(),
           .settings = point.described.settings,
           .cut_short = cut_short_text(static_cast<std::size_t>(ended),
                                       point.planned, "runs"),
           .metrics = results.spreads(),
           .signature = results.signature,
           .attack = report_attack(scenario, point.runs, honest_runs(point)),
           .unlearned = unlearned,
           .claimed = privacy.claimed,
           .accounted = privacy.after(max_rounds(point.runs)).best(),
           .complete = is_complete(point.runs, point.planned),
           .named = scenario.named_points}};
}

std::string FederationStudy::budget_spent() const {
  for (const Point& point : points_)
    for (const Run& run : point.runs)
      if (run.result.budget_spent)
        return "the models are those of the last allowed round";
  return "";
}

}  // namespace fedltr
