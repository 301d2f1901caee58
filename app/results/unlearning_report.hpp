#pragma once

#include <string>
#include <vector>

#include "algorithms/statistics/spread.hpp"
#include "algorithms/unlearning/evidence.hpp"
#include "app/plan/build.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// Cost of unlearning or of retraining, mean over the runs.
struct UnlearningCost {
  double steps = 0;  ///< searches of all clients
  double rounds = 0;
  double bytes = 0;    ///< both ways
  double seconds = 0;  ///< wall time, while other runs take theirs
};

/// Evidence of one request: the model after unlearning, against training
/// without the unlearned clients from the start. First metric; means over the
/// runs.
struct UnlearningReport {
  std::string method;
  std::uint32_t after = 0;  ///< round of training
  std::vector<std::uint32_t> clients;
  /// Rows of rounds.csv before it begins and where it ends, in the first run.
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  bool reached = true;  ///< in all runs; otherwise there are no numbers
  bool took_part = false;
  bool complete = true;

  /// As in Wang (2025), section 6.3.1: nH-mM is n honest and m malicious
  /// clients, U(.) the model after unlearning.
  std::string before_name, after_name, retrained_name, honest_name;
  Spread before;
  Spread unlearned;
  Spread retrained;  ///< n = 0: not run, or not to the end
  Spread honest;     ///< all clients stay and are honest; n = 0: not run

  ModelDistance distance;  ///< NaN without the retrained model
  /// Prediction of unlearned clients' clicks by scores (clicked_auc).
  double clicked_before = 0;
  double clicked_after = 0;
  double clicked_retrained = 0;

  UnlearningCost cost;
  UnlearningCost retraining;

  double gap = 0;        ///< retrained minus before
  double gap_error = 0;  ///< its standard error over the runs; NaN for one run

  /// True if the gap is at least its standard error and .002.
  bool has_gap() const;
  /// Part of the way from before to retrained; NaN without such a gap.
  double gap_closed() const;
};

/// @param retrained  by request: the runs without the clients unlearned by
///                   then; empty if there are none
/// @param honest     the runs with all clients honest; may be empty
std::vector<UnlearningReport> report_unlearning(
    const Scenario& scenario, const std::vector<Run>& runs,
    const std::vector<const std::vector<Run>*>& retrained,
    const std::vector<Run>& honest);

}  // namespace fedltr
