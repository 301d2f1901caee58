#pragma once

#include "algorithms/aggregation/robust.hpp"

namespace fedltr {

/// Turns the local models into others before the rule sees them; empty: leaves
/// them unchanged.
using PreAggregation =
    std::function<Prepared(const LocalModels&, const RuleOptions&)>;

struct PreAggregationTraits {
  /// Number of models that the rule sees of `clients` local models.
  std::function<std::int64_t(std::int64_t clients)> models_of;
  std::string models = "clients";  ///< name of its models in messages
  bool uses_malicious = false;     ///< the result depends on m
};

using PreAggregationMethod = Method<PreAggregation, PreAggregationTraits>;

/// All pre-aggregations by name.
const Methods<PreAggregation, PreAggregationTraits>& pre_aggregations();

/// Means of random pairs. Karimireddy, He and Jaggi, "Byzantine-robust learning
/// on heterogeneous datasets via bucketing" (ICLR 2022), s = 2.
Prepared bucket(const LocalModels& local, const RuleOptions& options);

/// Each model becomes the mean of its n - m nearest, itself among them. Allouah
/// et al., "Fixing by mixing" (AISTATS 2023).
Prepared mix_neighbours(const LocalModels& local, const RuleOptions& options);

}  // namespace fedltr
