#pragma once

#include "algorithms/core/parameter.hpp"
#include "algorithms/heterogeneity/split.hpp"

namespace fedltr {

/// Searches of each user of a log, as queries of the data in order of time,
/// without queries that the data does not have. Users with the most searches
/// first, of equal ones the first in the log.
struct UserSearches {
  std::vector<std::vector<Index>> by_user;
  /// Places of those searches in the log in order of time, ascending.
  std::vector<std::vector<std::size_t>> places;
  std::size_t unknown = 0;  ///< searches whose query the data does not have
};
UserSearches find_searches(const Dataset& data, const UserLog& log);

/// True if clients take part in the order of the log's times.
bool takes_turns(const ParameterValues& values);

/// Client i is the user with the i-th most searches and repeats them in order
/// of time, round after round (the layout of AOL4FOLTR, CIKM 2025). With lists
/// of the past, its searches are its sessions, in their order. With `turns` =
/// by-time a round's participants are those who come next in the log, see
/// turns_by_time(). As an IID baseline the searches of these users are dealt
/// out at random, the same number to each, who search when they did.
SplitMethod by_user_split();

}  // namespace fedltr
