#pragma once

#include <functional>
#include <string>

namespace fedltr {

/// Ends the process with a line and an exit code if it gets no memory or no
/// thread, as if it were killed there: written files remain and a run can
/// continue. A std::bad_alloc would reach actors and libraries in the middle of
/// an operation. Some treat any exception as their peer's fault, none guarantee
/// to continue, and actors that wait for a terminated actor would wait for
/// ever.
/// @param line  makes the message with the missing resource, when needed, from
///              reserved memory; if that is not enough, a plain message is used
void end_without_memory(int code, std::function<std::string(const char*)> line);

}  // namespace fedltr
