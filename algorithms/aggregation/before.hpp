#pragma once

#include "algorithms/aggregation/robust.hpp"

namespace fedltr {

/// Turns the local models into others before the rule sees them.
using BeforeFactory =
    std::function<Prepared(const LocalModels&, const RuleOptions&)>;

/// none, bucketing, nnm.
const Methods<BeforeFactory>& preparations();

/// Means of random pairs. Karimireddy, He and Jaggi, "Byzantine-robust learning
/// on heterogeneous datasets via bucketing" (ICLR 2022), s = 2.
Prepared bucket(const LocalModels& local, const RuleOptions& options);

/// Each model becomes the mean of its n - m nearest, itself among them. Allouah
/// et al., "Fixing by mixing" (AISTATS 2023).
Prepared mix_neighbours(const LocalModels& local, const RuleOptions& options);

}  // namespace fedltr
