#pragma once

#include "actors/consortium/consortium_wire.hpp"

namespace fedltr::test {

/// Returns a message as a process reads it whose bytes change on their way.
/// @param change  called with the PackedMessage
template <class Change>
SiloMessage with_changed(const SiloMessage& message,
                         const SiloProtocol& protocol, const Change& change) {
  consortium::PackedMessage packed = consortium::packed(message);
  change(packed);
  return consortium::unpacked(packed, protocol);
}

}  // namespace fedltr::test
