#pragma once

#include <cstdint>
#include <string>

#include "actors/runtime/interrupt.hpp"

namespace fedltr {

/// "10.0.0.1:4711", "[::1]:4711", "server.example:4711".
struct Address {
  std::string host;
  std::uint16_t port = 0;

  std::string text() const;
};
/// @param flag  option of the command line, for the message
/// @throws UsageError
Address parse_address(const std::string& flag, const std::string& text);

/// True if a host is this machine, by all its addresses.
bool is_loopback(const Address& address);

/// Opens a socket that listens only at this address; with port 0, at any free
/// port, which `address` then holds.
/// @throws NetworkError
int listen_at(Address& address);

/// Returns the address at which a socket listens, in numbers.
Address numeric_address(int socket);

/// Connects a socket, trying once.
/// @throws NetworkError  also without an answer within `seconds`
int dial(const Address& address, int seconds);

/// Waits, unless the user has interrupted. @return true if it waited
bool wait_milliseconds(int milliseconds, const Interrupt& interrupt);

}  // namespace fedltr
