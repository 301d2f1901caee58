#pragma once

// The C++ Actor Framework, 0.17.6 as Debian ships it. Bridge other versions'
// names here and in cmake/Caf.cmake.
#include <caf/all.hpp>

#include "algorithms/core/fields.hpp"

#if CAF_MAJOR_VERSION != 0 || CAF_MINOR_VERSION != 17
#error "fedltr is written for CAF 0.17 so far: bridge the differences here"
#endif

/// Lets actors of one process send each other any type that describes itself,
/// without the functions by which CAF would write and read it: no message
/// leaves the process by CAF. What nodes and parties send each other is bytes
/// of an Archive.
template <fedltr::Described T>
struct caf::allowed_unsafe_message_type<T> : std::true_type {};
