#pragma once

#include <string>
#include <string_view>

#include "app/base/json.hpp"

namespace fedltr {

/// Formats a row of audit.json as a line of a table. `{right/mean:>8.3f}` is
/// the member `mean` of its member `right`, formatted as by fmt; `%` is a share
/// in per cent. A missing number (null) is "inf" for `g`, a bound, otherwise
/// "-".
/// @throws std::exception  for a row without such a member
std::string audit_line(std::string_view pattern, const Json& row);

}  // namespace fedltr
