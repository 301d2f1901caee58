#include "algorithms/ranking/ranker.hpp"

#include "algorithms/ranking/linear.hpp"

namespace fedltr {

const Methods<RankerFactory>& rankers() {
  static const Methods<RankerFactory> table = {linear_ranker()};
  return table;
}

Vector initial_parameters(const Ranker& ranker, Initial initial, Rng& rng) {
  Vector parameters = Vector::Zero(ranker.size());
  if (initial == Initial::kZero) return parameters;
  for (double& value : parameters) value = rng.normal();
  return 0.01 * parameters.normalized();
}

}  // namespace fedltr
