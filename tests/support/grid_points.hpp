#pragma once

#include <cmath>
#include <limits>

#include "app/results/study_files.hpp"

// Points of a grid over attacks and rules, made by hand.
namespace fedltr::test {

/// Three runs under attack.
/// @param honest  mean without attack; 0: not run
inline AttackReport attack_report(double attacked, double honest) {
  AttackReport report;
  report.kind = "ipm";
  report.rule = "median";
  report.attacked = {attacked, 0.01, 2};
  if (honest > 0) report.honest = {honest, 0.02, 2};
  report.rejected_attackers = 0.75;
  report.rejected_honest = std::nan("");
  return report;
}

inline PointResults grid_point(const PointSettings& settings, double metric) {
  PointResults point;
  point.folder = point_folder(settings, 0);
  point.settings = settings;
  point.metrics = {{"ndcg@10", {metric, 0.125, 3}},
                   {"online_discounted", {7, 0, 3}}};
  point.signature = "abc";
  point.attack = attack_report(metric, 0.5);
  point.claimed = std::numeric_limits<double>::infinity();
  point.accounted = 4.5;
  return point;
}

}  // namespace fedltr::test
