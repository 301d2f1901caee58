#pragma once

// The C++ Actor Framework, 0.17.6 as Debian ships it. Bridge other versions'
// names here, in protocol/inspect.hpp and in cmake/Caf.cmake.
#include <caf/all.hpp>

#if CAF_MAJOR_VERSION != 0 || CAF_MINOR_VERSION != 17
#error "fedltr is written for CAF 0.17 so far: bridge the differences here"
#endif
