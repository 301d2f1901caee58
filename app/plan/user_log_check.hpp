#pragma once

#include "app/data/data_source.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// Checks that data.users has as many users with training queries as there are
/// clients.
/// @throws DataError   with examples, if no search has a training query
/// @throws UsageError  if there are too few users
void check_user_log(const Scenario& scenario, const LoadedData& data);

/// Warns, by fold, if most searches of data.users have no training query.
void log_user_log(const Scenario& scenario, const LoadedData& data);

}  // namespace fedltr
