#pragma once

#include <optional>
#include <string>
#include <string_view>

// The subset of HTTP/1.1 (RFC 9112) for a page in a browser on this machine.
namespace fedltr {

/// Maximum bytes of a request's head.
inline constexpr std::size_t kMaxRequestBytes = 8192;

struct HttpRequest {
  std::string method;
  std::string target;
  std::string host;
};

/// Parses the request that begins here; nullopt if more bytes are needed.
/// Ignores bytes after its head.
/// @throws std::invalid_argument  for an invalid or too long request, one with
/// a body, or without exactly one Host
std::optional<HttpRequest> parse_request(std::string_view bytes);

/// Formats an answer that closes the connection and that no other page may show
/// or read, nor any cache keep.
/// @param status  e.g. "200 OK"
std::string http_answer(const std::string& status, const std::string& type,
                        std::string_view body);

}  // namespace fedltr
