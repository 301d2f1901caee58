#pragma once

#include <exception>
#include <string>

namespace fedltr {

/// Returns the message of what was thrown.
std::string thrown_text(const std::exception_ptr& thrown);

}  // namespace fedltr
