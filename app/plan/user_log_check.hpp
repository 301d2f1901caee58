#pragma once

#include "app/data/data_source.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// Checks that data.users has as many users with training queries as there are
/// clients.
/// @throws DataError   with examples, if no search has a training query
/// @throws UsageError  if there are too few users
void check_user_log(const Scenario& scenario, const LoadedData& data);

/// Checks that data.log, if by-user takes its users, names one.
/// @throws DataError  if no search has a user
void check_logged_users(const Scenario& scenario, const LoadedData& data);

/// Warns of logging.curve if it does not fit the lists, and of a training set
/// without labels beside data.log, which online figures need.
void report_logging(const Scenario& scenario, const LoadedData& data);

/// Warns of by-user's log, by fold: if most searches of data.users have no
/// training query, or some of data.log no user.
void log_user_log(const Scenario& scenario, const LoadedData& data);

}  // namespace fedltr
