#pragma once

#include "actors/caf.hpp"

namespace fedltr {

/// Returns the behavior of an actor whose state has a function
/// `receive(const Message&)` for each of these messages.
template <class... Messages, class Self>
caf::behavior receives(Self* self) {
  return {[self](const Messages& message) { self->state.receive(message); }...};
}

}  // namespace fedltr
