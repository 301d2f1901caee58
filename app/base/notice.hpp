#pragma once

#include <string>

namespace fedltr {

/// Warns of what was changed in a user's data, also where `--quiet` leaves out
/// other warnings.
void notice(const std::string& text);

}  // namespace fedltr
