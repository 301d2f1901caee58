#pragma once

#include "app/data/data_source.hpp"

namespace fedltr {

/// Makes the synthetic data of a scenario, in five folds like LETOR's, and its
/// log if it has users.
LoadedData load_synthetic(const Scenario& scenario);

/// Makes the log of the users of make_synthetic(); nullptr if it has none.
std::shared_ptr<const UserLog> make_synthetic_log(const Scenario& scenario);

}  // namespace fedltr
