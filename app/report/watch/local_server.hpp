#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <thread>

#include "app/report/watch/http.hpp"

namespace fedltr {

/// Answers a request: the bytes of a whole answer.
using HttpHandler = std::function<std::string(const HttpRequest&)>;

/// Answers requests that come to 127.0.0.1, in a thread of its own, while it
/// lives: at most kMaxConnections at a time, of 5 seconds each. GET only, and
/// only for a Host that is this one: a page of a name that was pointed here
/// (DNS rebinding) gets nothing.
class LocalServer {
 public:
  static constexpr std::size_t kMaxConnections = 32;

  /// @param port    0: any that is free
  /// @param handle  is called by that thread
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
  int stop_ = -1;  ///< readable once it is to end
  std::thread thread_;
};

}  // namespace fedltr
