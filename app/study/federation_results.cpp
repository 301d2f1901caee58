#include "app/study/federation_results.hpp"

#include <algorithm>

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// Collects the evidence of a point's unlearning.
std::vector<UnlearningReport> unlearning_reports(const Point& point,
                                                 std::size_t index,
                                                 const FinishedRuns& finished) {
  std::vector<const std::vector<FinishedRun>*> retrained;
  for (const std::size_t baseline : point.retrained)
    retrained.push_back(&finished[baseline]);
  return report_unlearning(point.described.scenario, finished[index], retrained,
                           honest_runs(point, finished));
}

}  // namespace

const std::vector<FinishedRun>& honest_runs(const Point& point,
                                            const FinishedRuns& finished) {
  static const std::vector<FinishedRun> kNone;
  return point.honest < 0 ? kNone
                          : finished[static_cast<std::size_t>(point.honest)];
}

std::optional<PointResults> write_point(const std::vector<Point>& points,
                                        std::size_t index,
                                        const FinishedRuns& finished,
                                        const Timing& timing) {
  const Point& point = points[index];
  const auto& runs = finished[index];
  const auto& honest = honest_runs(point, finished);
  const Scenario& scenario = point.described.scenario;
  const auto unlearned = unlearning_reports(point, index, finished);
  write_results(point.folder, scenario, *point.data, runs, honest, unlearned,
                point.runs.size(), timing);
  if (!point.in_grid) return std::nullopt;
  const PrivacySpec& privacy = runs[0].run.plan.privacy;
  const std::uint64_t most = max_rounds(runs);
  return PointResults{
      point.folder.filename().string(),
      point.described.settings,
      cut_short_text(runs, point.runs.size()),
      summarize(runs),
      signature(runs),
      report_attack(scenario, runs, honest),
      unlearned,
      privacy.claimed,
      privacy.after(most).best(),
      runs.size() == point.runs.size() &&
          std::ranges::all_of(
              runs, [](const FinishedRun& run) { return run.result.complete; }),
      scenario.named_points};
}

}  // namespace fedltr
