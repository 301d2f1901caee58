#pragma once

#include "app/data/data_source.hpp"

namespace fedltr {

/// Makes the synthetic data of a scenario, in five folds like LETOR's.
LoadedData load_synthetic(const Scenario& scenario);

}  // namespace fedltr
