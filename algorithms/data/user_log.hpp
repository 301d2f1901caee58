#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "algorithms/data/letor.hpp"

namespace fedltr {

/// A search: user, query and time.
struct UserSearch {
  std::string query;
  std::string user;
  /// Numbers by value, dates of ISO 8601 by the alphabet, without their zone.
  std::pair<double, std::string> time;
};
using UserLog = std::vector<UserSearch>;

/// Reads a whole text as UserLogReader does: `qid,user,timestamp`, with a first
/// line that names these columns, in any order, possibly among others; values
/// may be quoted.
/// @param name  of the file, for messages
/// @throws DataError  with name and line
UserLog parse_user_log(std::string_view text, const std::string& name);

}  // namespace fedltr
