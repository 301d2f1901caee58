#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/data/synthetic.hpp"
#include "algorithms/data/user_log.hpp"

namespace fedltr {

/// A search of a made-up log.
struct MadeSearch {
  std::uint32_t user = 0;
  std::uint32_t second = 0;  ///< since the log begins
  /// Index of the user's first search for the same; its own if there is none.
  Index first = 0;
};

/// Searches of 92 days (as long as AOL's log of 2006) in order of time. Numbers
/// of searches fall as 1 / (i + 1) from user to user. Users search in sessions,
/// of four searches on average, with up to five minutes between two; 40 % of
/// the searches repeat an earlier one of the user (share of re-finding queries
/// in Teevan et al., "Information re-retrieval", SIGIR 2007).
/// @param searches  of all users, > 0
/// @param mean      searches of a user; there is at least one user
std::vector<MadeSearch> make_searches(Index searches, double mean,
                                      std::uint64_t seed);

/// The log of synthesize(shape, ..., seed): query i of the set is search i.
/// Users are called u1, u2 and so on; times are whole seconds.
/// @param shape  with users
UserLog synthetic_log(const DataShape& shape, std::uint64_t seed);

}  // namespace fedltr
