#include "app/base/http_tunnel.hpp"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <poll.h>
#include <spdlog/fmt/fmt.h>
#include <sys/socket.h>
#include <unistd.h>

#include "actors/link/frames.hpp"
#include "app/base/errors.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostOfHead = 8192;
constexpr int kNeedsPassword = 407;

/// The first line of an answer: "HTTP/1.1 200 OK".
struct StatusLine {
  int code = 0;
  std::string reason;  ///< may be empty
};

/// @return  nullopt if it is none of HTTP/1
std::optional<StatusLine> read_status(std::string_view line) {
  constexpr std::size_t kCode = std::string_view("HTTP/1.1 ").size();
  if (!line.starts_with("HTTP/1.") || line.size() < kCode + 3 ||
      line[kCode - 1] != ' ')
    return std::nullopt;
  const auto code = parse_whole(line.substr(kCode, 3));
  if (!code || *code < 100) return std::nullopt;
  return StatusLine{static_cast<int>(*code), trim(line.substr(kCode + 3))};
}

/// A connection to a proxy, which is closed unless it is kept.
class Tunnel {
 public:
  Tunnel(const Address& proxy, const Address& address, int seconds)
      : proxy_(proxy),
        address_(address),
        seconds_(seconds),
        socket_(dial_proxy()),
        until_(Clock::now() + std::chrono::seconds(seconds)) {}
  ~Tunnel() {
    if (socket_ >= 0) close(socket_);
  }
  Tunnel(const Tunnel&) = delete;
  Tunnel& operator=(const Tunnel&) = delete;

  int keep() { return std::exchange(socket_, -1); }

  void send(std::string_view text) const {
    while (!text.empty()) {
      wait_for(POLLOUT);
      const auto sent = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
      if (sent < 0) fail(std::strerror(errno));
      text.remove_prefix(static_cast<std::size_t>(sent));
    }
  }

  /// Reads the final answer up to the end of its head; a tunnel has no body.
  StatusLine receive() const {
    std::size_t left = kMostOfHead;
    while (true) {
      const auto status = read_status(read_line(left));
      if (!status) fail("is no HTTP proxy");
      while (!read_line(left).empty()) {
      }
      if (status->code >= 200) return *status;
    }
  }

  [[noreturn]] void fail(const std::string& why) const {
    throw NetworkError("proxy " + proxy_.text() + ": " + why);
  }

 private:
  int dial_proxy() const try {
    return dial(proxy_, seconds_);
  } catch (const NetworkError& error) {
    throw NetworkError(std::string("proxy ") + error.what());
  }

  /// Reads a line, and no byte behind it. @param left  bytes of the head
  std::string read_line(std::size_t& left) const {
    std::string line;
    while (!line.ends_with('\n')) {
      if (left-- == 0) fail("is no HTTP proxy");
      line += read_byte();
    }
    line.pop_back();
    if (line.ends_with('\r')) line.pop_back();
    return line;
  }

  char read_byte() const {
    wait_for(POLLIN);
    char next = 0;
    const auto size = recv(socket_, &next, 1, 0);
    if (size == 0) fail("closes the connection");
    if (size < 0) fail(std::strerror(errno));
    return next;
  }

  void wait_for(short event) const {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        until_ - Clock::now());
    pollfd wanted{socket_, event, 0};
    if (left.count() <= 0 ||
        poll(&wanted, 1, static_cast<int>(left.count())) == 0)
      fail(fmt::format("no connection to {} within {} s", address_.text(),
                       seconds_));
  }

  const Address& proxy_;
  const Address& address_;
  int seconds_;
  int socket_;
  Clock::time_point until_;  ///< for the answer
};

}  // namespace

int dial_through(const Address& proxy, const Address& address, int seconds) {
  Tunnel tunnel(proxy, address, seconds);
  tunnel.send(
      fmt::format("CONNECT {0} HTTP/1.1\r\nHost: {0}\r\n\r\n", address.text()));
  const StatusLine answer = tunnel.receive();
  if (answer.code >= 300)
    tunnel.fail(fmt::format("does not connect to {}: {} {}{}", address.text(),
                            answer.code, printable(answer.reason),
                            answer.code == kNeedsPassword
                                ? ", and fedltr has no password for it"
                                : ""));
  return tunnel.keep();
}

}  // namespace fedltr
