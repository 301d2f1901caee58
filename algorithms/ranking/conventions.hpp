#pragma once

#include "algorithms/ranking/evaluation.hpp"

namespace fedltr {

/// Gain of a label in ndcg and dcg.
enum class Gain {
  kExponential,  ///< 2^label - 1, Burges et al. (2005)
  kLinear,       ///< the label, Järvelin and Kekäläinen (2002)
};

/// Queries over which a mean is taken.
enum class Counted {
  kRanked,  ///< queries that were ranked and judged
  kJudged,  ///< all judged queries; one without a ranking counts as an empty
            ///< list
};

// Values by their names in scenarios, model files and options: `exponential`,
// `linear`.
const std::vector<std::pair<std::string, Gain>>& gain_names();
/// `skip`, `0`, `1`.
const std::vector<std::pair<std::string, EmptyQuery>>& empty_query_names();
/// `input`, `trec`.
const std::vector<std::pair<std::string, Ties>>& ties_names();
/// `ranked`, `judged`.
const std::vector<std::pair<std::string, Counted>>& counted_names();

/// Choices in which programs with the same metrics differ.
struct Conventions {
  Gain gain = Gain::kExponential;
  EmptyQuery empty = EmptyQuery::kSkip;
  Ties ties = Ties::kInput;
  Counted counted = Counted::kJudged;
};

/// Conventions by the names of programs: `foltr`, `trec_eval`, ...
const Methods<Conventions>& conventions();

/// A metric by its name, with a gain and MetricOptions::grades.
/// @throws std::invalid_argument  as parse_metric(); also for a grade above 31
///                                with an exponential gain
NamedMetric parse_metric(const std::string& text, const MetricOptions& options,
                         Gain gain);

}  // namespace fedltr
