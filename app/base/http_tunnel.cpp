#include "app/base/http_tunnel.hpp"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <string>
#include <string_view>

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <poll.h>
#include <spdlog/fmt/fmt.h>
#include <sys/socket.h>
#include <unistd.h>

#include "actors/link/frames.hpp"
#include "app/base/errors.hpp"

namespace fedltr {
namespace {

namespace http = boost::beast::http;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostOfAnswer = 8192;
constexpr std::string_view kEnd = "\r\n\r\n";

/// A connection to a proxy, which is closed unless it is kept.
class Tunnel {
 public:
  Tunnel(const Address& proxy, int seconds)
      : proxy_(proxy),
        socket_(dial(proxy, seconds)),
        until_(Clock::now() + std::chrono::seconds(seconds)) {}
  ~Tunnel() {
    if (socket_ >= 0) close(socket_);
  }
  Tunnel(const Tunnel&) = delete;
  Tunnel& operator=(const Tunnel&) = delete;

  int keep() { return std::exchange(socket_, -1); }

  void send(std::string_view text) {
    while (!text.empty()) {
      wait_for(POLLOUT);
      const auto sent = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
      if (sent < 0) fail(std::strerror(errno));
      text.remove_prefix(static_cast<std::size_t>(sent));
    }
  }

  /// Reads the answer up to the end of its head.
  std::string receive() {
    std::string head;
    while (!head.ends_with(kEnd)) {
      if (head.size() == kMostOfAnswer) fail("is no HTTP proxy");
      wait_for(POLLIN);
      char next = 0;
      const auto size = recv(socket_, &next, 1, 0);
      if (size == 0) fail("closes the connection");
      if (size < 0) fail(std::strerror(errno));
      head += next;
    }
    return head;
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw NetworkError("proxy " + proxy_.text() + ": " + why);
  }

 private:
  void wait_for(short event) const {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        until_ - Clock::now());
    pollfd wanted{socket_, event, 0};
    if (left.count() <= 0 ||
        poll(&wanted, 1, static_cast<int>(left.count())) == 0)
      fail(std::strerror(ETIMEDOUT));
  }

  Address proxy_;
  int socket_;
  Clock::time_point until_;  ///< for the answer
};

}  // namespace

int dial_through(const Address& proxy, const Address& address, int seconds) {
  Tunnel tunnel(proxy, seconds);
  tunnel.send(
      fmt::format("CONNECT {0} HTTP/1.1\r\nHost: {0}\r\n\r\n", address.text()));
  const std::string head = tunnel.receive();
  http::response_parser<http::empty_body> parser;
  parser.skip(true);  // what follows is of the connection
  boost::system::error_code error;
  parser.put(boost::asio::buffer(head), error);
  if (error) tunnel.fail("is no HTTP proxy");
  const auto& answer = parser.get();
  if (http::to_status_class(answer.result()) != http::status_class::successful)
    tunnel.fail(fmt::format(
        "does not connect to {}: {} {}{}", address.text(), answer.result_int(),
        printable({answer.reason().data(), answer.reason().size()}),
        answer.result_int() == 407 ? ", and fedltr has no password for it"
                                   : ""));
  return tunnel.keep();
}

}  // namespace fedltr
