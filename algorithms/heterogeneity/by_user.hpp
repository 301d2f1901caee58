#pragma once

#include "algorithms/heterogeneity/split.hpp"

namespace fedltr {

/// Searches of each user of a log, as queries of the data in order of time,
/// without queries that the data does not have. Users with the most searches
/// first, of equal ones the first in the log.
struct UserSearches {
  std::vector<std::vector<Index>> by_user;
  std::size_t unknown = 0;  ///< searches whose query the data does not have
};
UserSearches find_searches(const Dataset& data, const UserLog& log);

/// Client i is the user with the i-th most searches and repeats them in order
/// of time, round after round (the layout of AOL4FOLTR, CIKM 2025). As an IID
/// baseline the searches of these users are dealt out at random, the same
/// number to each.
SplitMethod by_user_split();

}  // namespace fedltr
