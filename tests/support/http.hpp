#pragma once

#include <string>
#include <string_view>

#include <doctest/doctest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "app/base/sockets.hpp"

// HTTP as bytes on a socket, also such as no library would send.
namespace fedltr::test {

/// Reads until the other side closes.
inline std::string received(int socket) {
  std::string text;
  char piece[4096];
  pollfd readable{socket, POLLIN, 0};
  while (poll(&readable, 1, 20000) == 1) {
    const ssize_t count = recv(socket, piece, sizeof piece, 0);
    if (count <= 0) break;
    text.append(piece, static_cast<std::size_t>(count));
  }
  close(socket);
  return text;
}

/// Sends all of a text, unless the other side breaks off.
inline void send_all(int socket, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = send(socket, text.data(), text.size(), MSG_NOSIGNAL);
    if (count <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

inline const Address kAnyPort{"127.0.0.1", 0};

inline std::string length(std::size_t bytes) {
  return "Content-Length: " + std::to_string(bytes) + "\r\n";
}

inline std::string exchanged(const Address& server,
                             const std::string& request) {
  const int socket = dial(server, 5);
  send_all(socket, request);
  return received(socket);
}

/// @param headers  lines that each end with "\r\n"
inline std::string requested(const Address& server, const std::string& line,
                             const std::string& headers = "",
                             const std::string& body = "") {
  return exchanged(server, line + " HTTP/1.1\r\nHost: " + server.text() +
                               "\r\n" + headers + "\r\n" + body);
}

}  // namespace fedltr::test
