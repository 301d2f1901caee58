#pragma once

#include <functional>
#include <string>

namespace fedltr {

/// Ends the process with a line and an exit code where it gets no memory or no
/// thread, as if it were killed there: whatever was written stays and goes on.
/// A std::bad_alloc would meet actors and libraries in the middle of what they
/// do, some of which take any exception for their peer's fault, and none of
/// which promise to go on; and who waits for an actor that is gone would wait
/// for ever.
/// @param line  of what there is none of; made when it is needed, of memory
///              that was put aside; a plain one if that isn't enough
void end_without_memory(int code, std::function<std::string(const char*)> line);

}  // namespace fedltr
