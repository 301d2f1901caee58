#include "app/study/federation_results.hpp"

#include "app/results/attack_report.hpp"
#include "app/results/staged_results.hpp"
#include "app/results/summary.hpp"

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

std::vector<PointResults> write_point(const std::vector<Point>& points,
                                      std::size_t index,
                                      const FinishedRuns& finished,
                                      const Timing& timing) {
  const Point& point = points[index];
  const auto& runs = finished[index];
  const auto& honest = honest_runs(point, finished);
  const Scenario& scenario = point.described.scenario;
  const auto unlearned = unlearning_reports(point, index, finished);
  replace_results(point.folder, federation_files(),
                  {scenario, *point.data, runs, honest, unlearned,
                   point.runs.size(), timing});
  if (!point.in_grid) return {};
  const PrivacySpec& privacy = runs[0].run.plan.privacy;
  const std::uint64_t most = max_rounds(runs);
  return {{.folder = point.folder.filename().string(),
           .settings = point.described.settings,
           .cut_short = cut_short_text(runs, point.runs.size()),
           .metrics = summarize(runs),
           .signature = signature(runs),
           .attack = report_attack(scenario, runs, honest),
           .unlearned = unlearned,
           .claimed = privacy.claimed,
           .accounted = privacy.after(most).best(),
           .complete = is_complete(runs, point.runs.size()),
           .named = scenario.named_points}};
}

}  // namespace fedltr
