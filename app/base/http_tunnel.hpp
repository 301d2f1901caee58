#pragma once

#include "app/base/sockets.hpp"

namespace fedltr {

/// Connects a socket to an address through an HTTP proxy, trying once: CONNECT,
/// RFC 9110, 9.3.6, without a password.
/// @throws NetworkError  also without an answer within `seconds` after each of
///                       its addresses had as long
int dial_through(const Address& proxy, const Address& address, int seconds);

}  // namespace fedltr
