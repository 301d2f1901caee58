#pragma once

#include "algorithms/ranking/run_evaluation.hpp"
#include "app/cli/eval_options.hpp"

namespace fedltr {

/// Returns judgements from files, or from a folder of texts; files after the
/// folder replace its own. Notes what --labels made of them.
/// @throws DataError
JudgedQueries read_judged(const EvalOptions& options);

}  // namespace fedltr
