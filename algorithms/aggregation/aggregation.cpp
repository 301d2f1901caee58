#include "algorithms/aggregation/aggregation.hpp"

namespace fedltr {

Vector federated_average(const PartialSum& sum) {
  return sum.weighted / sum.weight;
}

const Methods<AggregationFactory>& aggregation_rules() {
  static const Methods<AggregationFactory> table = {
      {"mean",
       "weighted mean of the local models (FedAvg)",
       "McMahan et al. (AISTATS 2017); Wang (2025), Eq. 3.16",
       {},
       []() -> AggregationRule { return federated_average; }},
  };
  return table;
}

}  // namespace fedltr
