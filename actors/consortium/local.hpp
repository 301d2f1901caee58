#pragma once

#include "actors/caf.hpp"
#include "actors/consortium/endpoints.hpp"

// host -> main: End, within a process only.
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(fedltr::consortium::End)
