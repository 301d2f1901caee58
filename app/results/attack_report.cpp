#include "app/results/attack_report.hpp"

#include <algorithm>

#include "app/results/summary.hpp"
#include "app/schema/choices.hpp"

namespace fedltr {
namespace {

/// True if the same runs reached the same rounds, or their own end by early
/// stopping, so that their means compare.
bool went_as_far(const std::vector<Run>& runs, const std::vector<Run>& others) {
  return std::ranges::equal(runs, others, [](const auto& a, const auto& b) {
    return a.fold == b.fold && a.repeat == b.repeat &&
           (a.result.rounds.back().round == b.result.rounds.back().round ||
            (a.plan.patience > 0 && a.result.complete && b.result.complete));
  });
}

/// Fraction of the judged updates that were rejected; NaN if none was judged.
double rejected_share(const std::vector<Run>& runs,
                      Verdicts ClientRecord::*kind) {
  double judged = 0;
  double rejected = 0;
  for (const auto& each : runs)
    for (const ClientRecord& client : each.result.clients) {
      judged += static_cast<double>((client.*kind).judged);
      rejected += static_cast<double>((client.*kind).rejected);
    }
  return rejected / judged;
}

}  // namespace

AttackReport report_attack(const Scenario& scenario,
                           const std::vector<Run>& runs,
                           const std::vector<Run>& honest) {
  AttackReport report;
  report.attackers = attackers_of(scenario);
  if (report.attackers > 0) report.kind = scenario.attack.kind;
  report.rule = scenario.aggregation.rule;
  report.robust = Choices(scenario).is_robust();
  report.attacked = results_of(runs).spreads()[0].second;
  if (went_as_far(runs, honest))
    report.honest = results_of(honest).spreads()[0].second;
  report.rejected_attackers = rejected_share(runs, &ClientRecord::attacking);
  report.rejected_honest = rejected_share(runs, &ClientRecord::honest);
  return report;
}

}  // namespace fedltr
