#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <thread>

#include "app/study/watch/http.hpp"

namespace fedltr {

/// Returns the bytes of a complete answer to a request.
using HttpHandler = std::function<std::string(const HttpRequest&)>;

/// Answers requests to 127.0.0.1 in its own thread while it lives: at most
/// kMaxConnections at a time, of 5 seconds each. Accepts only GET, and only
/// with a Host of this machine: a page whose name was redirected here (DNS
/// rebinding) gets nothing.
class LocalServer {
 public:
  static constexpr std::size_t kMaxConnections = 32;

  /// @param port    0: any free port
  /// @param handle  called by that thread
  /// @throws NetworkError
  LocalServer(std::uint16_t port, HttpHandler handle);
  ~LocalServer();
  LocalServer(const LocalServer&) = delete;
  LocalServer& operator=(const LocalServer&) = delete;

  std::uint16_t port() const { return port_; }

 private:
  std::string answer(const HttpRequest& request) const;
  void serve();

  HttpHandler handle_;
  std::uint16_t port_;
  int listener_ = -1;
  int stop_ = -1;  ///< becomes readable to end the thread
  std::thread thread_;
};

}  // namespace fedltr
