#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "algorithms/data/letor.hpp"

namespace fedltr {

/// Who asked what, when.
struct UserSearch {
  std::string query;
  std::string user;
  /// Numbers by value, other text by the alphabet, which orders ISO 8601.
  std::pair<double, std::string> time;
};
using UserLog = std::vector<UserSearch>;

/// Reads `qid,user,timestamp` with a first line that names these columns, in
/// any order, among others. CRLF and a byte-order mark are fine, quotes are
/// not.
/// @param name  of the file, for messages
/// @throws DataError  with name and line
UserLog parse_user_log(std::string_view text, const std::string& name);

}  // namespace fedltr
