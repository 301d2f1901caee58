#include "app/base/http_tunnel.hpp"

#include <array>
#include <string>
#include <thread>

#include <doctest/doctest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "actors/link/frames.hpp"
#include "app/base/errors.hpp"

namespace fedltr::http_tunnel_test {
namespace {

/// A proxy that takes one request and gives one answer.
class Proxy {
 public:
  /// @param answer  empty: none, and the connection stays open until the end
  explicit Proxy(const std::string& answer, bool closes = false)
      : listener_(listen_at(address)), thread_([this, answer, closes] {
          socket_ = accept(listener_, nullptr, nullptr);
          std::array<char, 1024> piece{};
          while (!request.ends_with("\r\n\r\n")) {
            const auto size = recv(socket_, piece.data(), piece.size(), 0);
            if (size <= 0) return;
            request.append(piece.data(), static_cast<std::size_t>(size));
          }
          send(socket_, answer.data(), answer.size(), MSG_NOSIGNAL);
          if (closes) shutdown(socket_, SHUT_RDWR);
        }) {}
  ~Proxy() {
    join();
    close(socket_);
    close(listener_);
  }
  Proxy(const Proxy&) = delete;
  Proxy& operator=(const Proxy&) = delete;

  void join() {
    if (thread_.joinable()) thread_.join();
  }

  Address address{"127.0.0.1", 0};
  std::string request;  ///< once it has joined

 private:
  int listener_;
  int socket_ = -1;
  std::thread thread_;
};

const Address kServer{"server.example", 7000};

}  // namespace

TEST_CASE("a tunnel begins after the proxy's answer") {
  // Lengths of a tunnel's answer count for nothing (RFC 9110, 9.3.6).
  for (const char* head :
       {"HTTP/1.1 200 Connection established\r\n\r\n",
        "HTTP/1.0 200 OK\r\nVia: x\r\nContent-Length: 3\r\n\r\n",
        "HTTP/1.1 200\r\nContent-Length: x\r\n"
        "Transfer-Encoding: chunked\r\n\r\n",
        "HTTP/1.1 100 Continue\r\nA: b\r\n\r\nHTTP/1.1 299 \r\n\r\n",
        "HTTP/1.1 200 OK\nVia: x\n\n"}) {
    CAPTURE(head);
    Proxy proxy(std::string(head) + "hello");
    const int socket = dial_through(proxy.address, kServer, 5);
    proxy.join();
    CHECK(proxy.request ==
          "CONNECT server.example:7000 HTTP/1.1\r\n"
          "Host: server.example:7000\r\n\r\n");
    std::string rest(5, ' ');
    CHECK(recv(socket, rest.data(), rest.size(), MSG_WAITALL) == 5);
    CHECK(rest == "hello");
    close(socket);
  }
  Proxy proxy("HTTP/1.1 200 OK\r\n\r\n");
  close(dial_through(proxy.address, {"::1", 7}, 5));
  proxy.join();
  CHECK(proxy.request.starts_with("CONNECT [::1]:7 HTTP/1.1\r\n"));
}

TEST_CASE("a proxy that makes no tunnel is named, with the reason") {
  const auto refusal = [](const std::string& answer, bool closes = false) {
    Proxy proxy(answer, closes);
    try {
      close(dial_through(proxy.address, kServer, 1));
    } catch (const NetworkError& error) {
      const std::string name = "proxy " + proxy.address.text() + ": ";
      CHECK(std::string(error.what()).starts_with(name));
      return std::string(error.what()).substr(name.size());
    }
    return std::string("none");
  };
  CHECK(refusal("HTTP/1.1 403 For\x1b[mbidden\r\nX: y\r\n\r\n") ==
        "does not connect to server.example:7000: 403 " +
            printable("For\x1b[mbidden"));
  CHECK(refusal("HTTP/1.1 302 Found\r\n\r\n") ==
        "does not connect to server.example:7000: 302 Found");
  CHECK(refusal("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n") ==
        "does not connect to server.example:7000: 407 Proxy Authentication "
        "Required, and fedltr has no password for it");
  for (const std::string& text :
       {std::string("SSH-2.0-OpenSSH_9.2\r\n"), std::string("HTTP/2 200\r\n"),
        std::string("HTTP/1.1 2x0 OK\r\n"), std::string("HTTP/1.1 099 \r\n"),
        std::string("HTTP/1.1\r\n"), std::string(10000, 'x'),
        "HTTP/1.1 200 OK\r\n" + std::string(10000, 'x')}) {
    CAPTURE(text);
    CHECK(refusal(text) == "is no HTTP proxy");
  }
  CHECK(refusal("HTTP/1.1 200", true) == "closes the connection");
  CHECK(refusal("") == "no connection to server.example:7000 within 1 s");
  CHECK_THROWS_WITH_AS(dial_through({"127.0.0.1", 1}, kServer, 1),
                       "proxy 127.0.0.1:1: Connection refused", NetworkError);
}

}  // namespace fedltr::http_tunnel_test
