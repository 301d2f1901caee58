#pragma once

#include <limits>
#include <string>
#include <vector>

#include "algorithms/attacks/attack.hpp"
#include "algorithms/statistics/spread.hpp"
#include "app/plan/build.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// Cost of an attack, and the rule's verdicts on updates; first metric.
struct AttackReport {
  std::string kind = kNoAttack;
  std::string rule;
  std::uint32_t attackers = 0;
  bool robust = false;  ///< the rule inspects each update
  Spread attacked;
  Spread honest;  ///< same seeds, all clients honest; n = 0: not run
  /// Fraction of the updates to which the rule gave less than half of an equal
  /// weight; NaN without a robust rule or without such clients.
  double rejected_attackers = 0;
  double rejected_honest = 0;

  /// True if there are attackers, or a robust rule inspects updates.
  bool has_content() const { return attackers > 0 || robust; }

  /// NaN without the honest runs.
  double lost() const {
    return honest.n > 0 ? honest.mean - attacked.mean
                        : std::numeric_limits<double>::quiet_NaN();
  }
};

/// @param honest  the runs with all clients honest; may be empty
AttackReport report_attack(const Scenario& scenario,
                           const std::vector<Run>& runs,
                           const std::vector<Run>& honest);

}  // namespace fedltr
