#pragma once

#include <cstdint>
#include <string>

#include "actors/runtime/federation.hpp"

namespace fedltr {

/// "10.0.0.1:4711", "[::1]:4711", "server.example:4711".
struct Address {
  std::string host;
  std::uint16_t port = 0;

  std::string text() const;
};
/// @param flag  of the command line, for the message
/// @throws UsageError
Address parse_address(const std::string& flag, const std::string& text);

/// Returns whether a host is this very machine, by all its addresses.
bool is_loopback(const Address& address);

/// A socket that listens there and nowhere else; port 0: any that is free,
/// which `address` names then.
/// @throws NetworkError
int listen_at(Address& address);

/// A connected socket, tried once.
/// @throws NetworkError  also if nobody answers within so many seconds
int dial(const Address& address, int seconds);

/// Waits, but not once the user has interrupted. @return whether it waited
bool wait_milliseconds(int milliseconds, const Interrupt& interrupt);

}  // namespace fedltr
