#include "app/base/sockets.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <thread>
#include <utility>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "app/base/errors.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

struct FreeAddresses {
  void operator()(addrinfo* list) const { freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

/// Closes a socket unless it is kept.
class Socket {
 public:
  explicit Socket(const addrinfo& kind)
      : socket_(::socket(kind.ai_family, kind.ai_socktype | SOCK_CLOEXEC, 0)) {}
  ~Socket() {
    if (socket_ >= 0) close(socket_);
  }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  int get() const { return socket_; }
  int keep() { return std::exchange(socket_, -1); }

 private:
  int socket_;
};

Addresses resolve(const Address& address, int flags) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags;
  addrinfo* found = nullptr;
  const int error =
      getaddrinfo(address.host.c_str(), std::to_string(address.port).c_str(),
                  &hints, &found);
  if (error != 0)
    throw NetworkError(address.text() + ": " + gai_strerror(error));
  return Addresses(found);
}

[[noreturn]] void fail(const Address& address, int error) {
  throw NetworkError(address.text() + ": " + std::strerror(error));
}

/// Returns 0 or the error number.
int connect_within(int socket, const addrinfo& to, int seconds) {
  fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK);
  if (connect(socket, to.ai_addr, to.ai_addrlen) == 0) return 0;
  if (errno != EINPROGRESS) return errno;
  pollfd wanted{socket, POLLOUT, 0};
  const int ready = poll(&wanted, 1, seconds * 1000);
  if (ready == 0) return ETIMEDOUT;
  if (ready < 0) return errno;
  int error = 0;
  socklen_t size = sizeof error;
  getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size);
  return error;
}

std::uint16_t port_of(int socket) {
  sockaddr_storage bound{};
  socklen_t size = sizeof bound;
  getsockname(socket, reinterpret_cast<sockaddr*>(&bound), &size);
  return ntohs(bound.ss_family == AF_INET6
                   ? reinterpret_cast<const sockaddr_in6&>(bound).sin6_port
                   : reinterpret_cast<const sockaddr_in&>(bound).sin_port);
}

bool is_loopback(const sockaddr& address) {
  if (address.sa_family == AF_INET)
    return (ntohl(reinterpret_cast<const sockaddr_in&>(address)
                      .sin_addr.s_addr) >>
            24) == 127;
  return address.sa_family == AF_INET6 &&
         IN6_IS_ADDR_LOOPBACK(
             &reinterpret_cast<const sockaddr_in6&>(address).sin6_addr);
}

}  // namespace

Address numeric_address(int socket) {
  sockaddr_storage bound{};
  socklen_t size = sizeof bound;
  auto* const address = reinterpret_cast<sockaddr*>(&bound);
  getsockname(socket, address, &size);
  char host[NI_MAXHOST] = "";
  getnameinfo(address, size, host, sizeof host, nullptr, 0, NI_NUMERICHOST);
  return {host, port_of(socket)};
}

std::string Address::text() const {
  const bool six = host.find(':') != std::string::npos;
  return (six ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

Address parse_address(const std::string& flag, const std::string& text) {
  const std::size_t colon = text.rfind(':');
  std::string host = text.substr(0, colon);
  const bool bracketed =
      host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (bracketed) host = host.substr(1, host.size() - 2);
  const bool plain = host.find_first_of(":[]") == std::string::npos;
  std::uint64_t port = 65536;
  if (colon != std::string::npos && !host.empty() && (bracketed || plain))
    port = parse_whole(text.substr(colon + 1)).value_or(port);
  if (port > 65535)
    throw UsageError(flag + " " + text +
                     ": expected ADDRESS:PORT, such as 10.0.0.1:4711 or "
                     "[::1]:4711");
  return {host, static_cast<std::uint16_t>(port)};
}

bool is_loopback(const Address& address) {
  const Addresses found = resolve(address, 0);
  for (const addrinfo* each = found.get(); each; each = each->ai_next)
    if (!is_loopback(*each->ai_addr)) return false;
  return true;
}

int listen_at(Address& address) {
  const Addresses found = resolve(address, 0);
  Socket socket(*found);
  const int yes = 1;
  if (socket.get() < 0 ||
      setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) !=
          0 ||
      bind(socket.get(), found->ai_addr, found->ai_addrlen) != 0 ||
      listen(socket.get(), SOMAXCONN) != 0)
    fail(address, errno);
  address.port = port_of(socket.get());
  return socket.keep();
}

int dial(const Address& address, int seconds) {
  const Addresses found = resolve(address, 0);
  int error = ECONNREFUSED;
  for (const addrinfo* each = found.get(); each; each = each->ai_next) {
    Socket socket(*each);
    error =
        socket.get() < 0 ? errno : connect_within(socket.get(), *each, seconds);
    if (error == 0) return socket.keep();
  }
  fail(address, error);
}

bool wait_milliseconds(int milliseconds, const Interrupt& interrupt) {
  constexpr int kPiece = 50;
  for (int left = milliseconds; left > 0; left -= kPiece) {
    if (interrupt.triggered()) return false;
    std::this_thread::sleep_for(
        std::chrono::milliseconds(std::min(left, kPiece)));
  }
  return !interrupt.triggered();
}

}  // namespace fedltr
