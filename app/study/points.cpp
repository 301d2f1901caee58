#include "app/study/points.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <spdlog/spdlog.h>

#include "app/data/letor_notes.hpp"
#include "app/plan/baseline_points.hpp"
#include "app/plan/history_files.hpp"
#include "app/plan/members_plan.hpp"
#include "app/plan/split_plan.hpp"
#include "app/plan/start_model.hpp"
#include "app/plan/user_log_check.hpp"
#include "app/results/output_file.hpp"
#include "app/results/point_results.hpp"
#include "app/schema/choices.hpp"
#include "app/schema/secure_plan.hpp"
#include "app/study/rule_log.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

void log_notes(const LoadedData& data, const Scenario& scenario) {
  if (data.zero_based)
    spdlog::info("feature indices count from 0, since an index 0 was seen");
  for (const std::string& remark : data.columns.remarks()) spdlog::info(remark);
  tell_notes(data.notes, use_of(scenario.data));
  if (data.loss.rounded > 0)
    spdlog::info("data.storage: {}", rounding_text(data.loss));
}

/// Adds baselines for comparison, each only once.
class BaselinePoints {
 public:
  explicit BaselinePoints(std::vector<Point>& points) : points_(points) {
    for (std::size_t i = 0; i < points.size(); ++i)
      known_.emplace(baseline_key(points[i].described.scenario), i);
  }

  /// Returns the index of a baseline's point; results of a new one go below
  /// that folder.
  std::size_t add(GridPoint baseline, const fs::path& folder) {
    const auto [found, fresh] =
        known_.emplace(baseline_key(baseline.scenario), points_.size());
    if (!fresh) return found->second;
    Point point{std::move(baseline), nullptr, folder, {}};
    point.in_grid = false;
    if (!point.described.settings.empty())
      point.folder /= point_folder(point.described.settings, points_.size());
    // Baselines may differ in more than settings: in the clients spared faults.
    if (std::ranges::count(points_, point.folder, &Point::folder) > 0)
      point.folder = folder / ("point-" + std::to_string(points_.size() + 1));
    points_.push_back(std::move(point));
    return found->second;
  }

 private:
  std::vector<Point>& points_;
  std::map<std::string, std::size_t> known_;
};

/// Also evaluates honest baselines at the rounds of an attacked run's
/// unlearning requests, for comparison.
void evaluate_honest_at_requests(std::vector<Point>& points) {
  for (const Point& point : points) {
    if (point.honest < 0) continue;
    for (const Leaving& request :
         unlearned_clients_of(point.described.scenario))
      for (Run& run : points[static_cast<std::size_t>(point.honest)].runs) {
        auto& rounds = run.plan.evaluate_also;
        const auto place = std::ranges::lower_bound(rounds, request.after);
        if (place == rounds.end() || *place != request.after)
          rounds.insert(place, request.after);
      }
  }
}

/// Places histories too large for memory below the point's folder.
void place_histories(Point& point) {
  for (Run& run : point.runs) {
    if (!run.plan.unlearning.method.history) continue;
    const fs::path folder =
        point.folder / "history" / fold_and_repeat(run.fold, run.repeat);
    run.plan.unlearning.store = [folder] {
      return std::make_shared<HistoryFiles>(folder);
    };
  }
}

}  // namespace

std::vector<Point> describe_points(const ReadScenario& read,
                                   const fs::path& folder) {
  const bool grid = !read.grid_keys.empty();
  std::vector<Point> points;
  for (const GridPoint& described : read.points) {
    Point point{described, nullptr, folder, {}};
    if (grid) point.folder /= point_folder(described.settings, points.size());
    points.push_back(std::move(point));
  }
  BaselinePoints baselines(points);
  for (std::size_t i = 0; i < read.points.size(); ++i) {
    const GridPoint& described = read.points[i];
    if (wants_attack_free_baseline(described.scenario)) {
      const std::size_t honest = baselines.add(attack_free_baseline(described),
                                               folder / kHonestFolder);
      points[i].honest = static_cast<std::ptrdiff_t>(honest);
    }
    if (!wants_retraining_baselines(described.scenario)) continue;
    std::vector<std::size_t> retrained;  // add() moves points
    for (GridPoint& baseline : retraining_baselines(described))
      retrained.push_back(
          baselines.add(std::move(baseline), folder / kRetrainedFolder));
    points[i].retrained = std::move(retrained);
  }
  return points;
}

void load_points(std::vector<Point>& points) {
  std::map<std::string, std::shared_ptr<const LoadedData>> sets;
  const auto memory = std::make_shared<FoldMemory>();
  RuleLog rules;
  std::set<std::string> warned;
  std::set<std::string> reported;
  std::uint32_t first = 0;
  for (Point& point : points) {
    const Scenario& scenario = point.described.scenario;
    const std::string key = data_set_key(scenario);
    auto& data = sets[key];
    if (!data) {
      LoadedData loaded = load_data(scenario);
      loaded.memory = memory;
      data = std::make_shared<const LoadedData>(std::move(loaded));
      log_notes(*data, scenario);
    }
    // Points of a grid may share data, but not what they use of it.
    if (reported.insert(key + std::to_string(scenario.clicks.list)).second)
      report_logging(scenario, *data);
    if (Choices(scenario).any_split(&SplitTraits::by_log) &&
        reported.insert(key).second)
      log_user_log(scenario, *data);
    const StartModels start = read_start_models(scenario, *data);
    point.data = with_start(data, start);
    point.runs = scenario.members.on
                     ? build_rehearsals(scenario, *data, first, start)
                     : build_runs(scenario, *data, first, start);
    point.planned = point.runs.size();
    place_histories(point);
    if (const std::string warning = loss_warning(scenario); !warning.empty())
      spdlog::warn(warning);
    if (point.in_grid) rules.warn(scenario);
    if (point.in_grid)
      for (const std::string& each : start_warnings(scenario))
        if (warned.insert(each).second) spdlog::warn(each);
    if (const std::string warning = split_warning(scenario);
        !warning.empty() && warned.insert(warning).second)
      spdlog::warn(warning);
    first += static_cast<std::uint32_t>(point.runs.size());
    for (Run& run : point.runs)
      run.plan.checkpoint = {true, scenario.checkpoint.every,
                             scenario.checkpoint.keep};
  }
  evaluate_honest_at_requests(points);
}

}  // namespace fedltr
