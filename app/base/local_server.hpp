#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/base/sockets.hpp"

// HTTP/1.1 (RFC 9112) for programs on this machine.
namespace fedltr {

/// Maximum bytes of a request's first line and headers.
inline constexpr std::size_t kMaxHeadBytes = 8192;

struct HttpRequest {
  std::string method;
  std::string target;         ///< path and query
  std::string authorization;  ///< empty without it, or with more than one
  std::string body;           ///< empty until the head is accepted
  /// True if the client has closed the connection: the answer is for no one.
  std::function<bool()> has_left;
};

struct HttpAnswer {
  int status = 200;
  std::string type;  ///< e.g. "text/html"; the body is UTF-8
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers = {};
};

/// Returns a plain text such as "404: try /".
HttpAnswer text_problem(int status, const std::string& why);

/// A server's answers. Several threads may call its functions at once.
struct HttpService {
  std::vector<std::string> methods;  ///< of GET, HEAD, POST; others get 405
  std::size_t max_body = 0;          ///< bytes; more get 413
  /// Refuses a request by its head, before its body is read; may be empty.
  std::function<std::optional<HttpAnswer>(const HttpRequest&)> refuse;
  std::function<HttpAnswer(const HttpRequest&)> answer;
  /// Answers a request that the server refuses.
  std::function<HttpAnswer(int status, const std::string& why)> problem =
      text_problem;
};

/// Answers requests at one address of this machine in its own threads while it
/// lives, with cpp-httplib. Serves at most kMaxConnections at a time, one
/// request each; others wait, and take the places of the oldest clients that
/// have sent no whole head, or have their answer, for 50 ms. A client has 5
/// seconds to send its request and 5 to receive the answer. Accepts only a Host
/// of this address: a page whose name was redirected here (DNS rebinding) gets
/// nothing. No other page may show or read an answer, and no cache keeps it.
class LocalServer {
 public:
  static constexpr std::size_t kMaxConnections = 32;

  /// @param address  a loopback address; port 0: any free port
  /// @throws NetworkError
  LocalServer(Address address, HttpService service);
  /// Drops requests that are not complete, and waits for answers in progress.
  ~LocalServer();
  LocalServer(const LocalServer&) = delete;
  LocalServer& operator=(const LocalServer&) = delete;

  const Address& address() const;

 private:
  class Server;

  std::unique_ptr<Server> server_;
};

}  // namespace fedltr
