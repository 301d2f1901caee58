#pragma once

#include "app/data/data_source.hpp"

namespace fedltr {

/// Makes the synthetic data of a scenario, in five folds like LETOR's, and its
/// log if it has users.
LoadedData load_synthetic(const Scenario& scenario);

/// Makes the log of the users of make_synthetic(); nullptr if it has none.
std::shared_ptr<const UserLog> make_synthetic_log(const Scenario& scenario);

/// SHA-256 of the features, labels and sizes of a set's queries.
std::string digest_of_rows(const Dataset& data);

}  // namespace fedltr
