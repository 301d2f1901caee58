#pragma once

#include <iosfwd>

#include "app/cli/eval_options.hpp"

namespace fedltr {

/// Options of `fedltr eval MODEL DATA --log FILE`.
struct LogEvaluationOptions {
  std::string log;    ///< empty: no log
  std::string curve;  ///< empty: the log has propensities
  std::size_t depth = 10;
  double clip = 0.01;
  double least_overlap = 0.8;
};

void add_log_options(Command& command);
/// @throws UsageError  also for options that need --log
LogEvaluationOptions read_log_options(const Command& command);

/// Estimates a model's value from the clicks of a log, and prints it.
/// @throws DataError  if too little of what the model ranks high was shown
void evaluate_on_log(std::ostream& out, const EvalOptions& options,
                     const LogEvaluationOptions& log);

}  // namespace fedltr
