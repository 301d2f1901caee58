#pragma once

#include <string>

namespace fedltr {

/// Warns of changes to a user's data, even if `--quiet` omits other warnings.
void notice(const std::string& text);

}  // namespace fedltr
