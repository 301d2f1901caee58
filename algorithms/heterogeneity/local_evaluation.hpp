#pragma once

#include <map>
#include <span>

#include "algorithms/heterogeneity/population.hpp"
#include "algorithms/ranking/evaluation.hpp"

namespace fedltr {

/// Quality of a model for each client: the first metric on the client's own
/// queries, by its own labels.
class LocalEvaluation {
 public:
  explicit LocalEvaluation(EvaluationConfig terms);

  /// @return  NaN if no query counts, or the client has none
  double of(const Member& member, const VectorView& model);

 private:
  EvaluationConfig terms_;
  Vector model_;  ///< the last one evaluated: clients often share it
  std::map<const Dataset*, Vector> by_query_;  ///< of that model
};

/// Spread over the clients: an average hides those with poor results.
struct Fairness {
  std::size_t clients = 0;  ///< that have a value
  double mean = 0;
  double std = 0;  ///< over clients
  double worst = 0;
  double worst_tenth = 0;  ///< mean of the worst tenth, at least one client
};

/// @param values  one per client; NaN are ignored
Fairness fairness_of(std::span<const double> values);

}  // namespace fedltr
