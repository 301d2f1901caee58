#pragma once

#include <optional>
#include <string>
#include <string_view>

// As much of HTTP/1.1 (RFC 9112) as a page for a browser on this machine needs.
namespace fedltr {

/// A request whose head has at most so many bytes.
inline constexpr std::size_t kMaxRequestBytes = 8192;

struct HttpRequest {
  std::string method;
  std::string target;
  std::string host;
};

/// The request that begins here; nothing: more bytes are needed. What follows
/// its head is not looked at.
/// @throws std::invalid_argument  for what is none, is too long, has a body, or
///                                not exactly one Host
std::optional<HttpRequest> parse_request(std::string_view bytes);

/// An answer after which the connection is closed, that no other page may show
/// or read, and nobody keeps.
/// @param status  e.g. "200 OK"
std::string http_answer(const std::string& status, const std::string& type,
                        std::string_view body);

}  // namespace fedltr
