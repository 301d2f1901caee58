#include "app/base/sockets.hpp"

#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "app/base/errors.hpp"

namespace fedltr::sockets_test {

TEST_CASE("an address is a host and a port") {
  CHECK(parse_address("--listen", "10.0.0.1:4711").host == "10.0.0.1");
  CHECK(parse_address("--listen", "[::1]:80").host == "::1");
  CHECK(parse_address("--listen", "[::1]:80").text() == "[::1]:80");
  for (const char* wrong : {"", "host", ":80", "host:", "host:65536", "::1:80"})
    CHECK_THROWS_AS(parse_address("--listen", wrong), UsageError);
  CHECK(is_loopback({"127.0.0.1", 1}));
  CHECK(is_loopback({"::1", 1}));
  CHECK_FALSE(is_loopback({"0.0.0.0", 1}));
  CHECK_FALSE(is_loopback({"10.0.0.1", 1}));
}

TEST_CASE("a socket listens at a free port, and is found there") {
  for (const char* host : {"127.0.0.1", "::1"}) {
    CAPTURE(host);
    Address address{host, 0};
    int listener = -1;
    try {
      listener = listen_at(address);
    } catch (const NetworkError&) {
      CHECK(std::string(host) == "::1");  // a machine without IPv6
      continue;
    }
    CHECK(address.port != 0);
    const int near = dial(address, 5);
    const int far = accept(listener, nullptr, nullptr);
    REQUIRE(far >= 0);
    CHECK(send(near, "hello", 5, MSG_NOSIGNAL) == 5);
    char heard[8] = {};
    CHECK(recv(far, heard, sizeof heard, 0) == 5);
    CHECK(std::string(heard) == "hello");
    for (const int socket : {near, far, listener}) close(socket);
    // The listener is closed.
    CHECK_THROWS_AS(dial(address, 5), NetworkError);
  }
}

TEST_CASE("a port that is taken, or a host that is none, names the address") {
  Address address{"127.0.0.1", 0};
  const int listener = listen_at(address);
  Address again = address;
  CHECK_THROWS_WITH_AS(listen_at(again), doctest::Contains("127.0.0.1:"),
                       NetworkError);
  close(listener);
  Address foreign{"192.0.2.1", 0};  // an address reserved for documentation
  CHECK_THROWS_AS(listen_at(foreign), NetworkError);
  Address unknown{"no such host.invalid", 1};
  CHECK_THROWS_AS(listen_at(unknown), NetworkError);
}

TEST_CASE("an interrupt ends a wait") {
  Interrupt interrupt;
  CHECK(wait_milliseconds(10, interrupt));
  const auto start = std::chrono::steady_clock::now();
  std::jthread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    interrupt.trigger();
  });
  CHECK_FALSE(wait_milliseconds(60000, interrupt));
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(30));
  CHECK_FALSE(wait_milliseconds(0, interrupt));
}

TEST_CASE("an address has one port, of digits, behind the last colon") {
  const auto parsed = [](const char* text) {
    return parse_address("--connect", text);
  };
  CHECK(parsed("host:0").port == 0);
  CHECK(parsed("host:65535").port == 65535);
  CHECK(parsed("[fe80::1]:1").host == "fe80::1");
  CHECK(parsed("a.example:1").text() == "a.example:1");
  for (const char* wrong : {"host:+1", "host:-1", "host: 1", "host:1 ",
                            "host:0x1", "host:1:", "[::1]", "::1", "[::1",
                            "[]:1", "[::1]:", "[::1]x:1", ":", "[:1"})
    CHECK_THROWS_AS(parsed(wrong), UsageError);
  CHECK_THROWS_WITH_AS(parsed("nowhere"),
                       doctest::Contains("--connect nowhere: expected "
                                         "ADDRESS:PORT, such as 10.0.0.1:4711"),
                       UsageError);
}

TEST_CASE("a name is this machine only if all its addresses are") {
  CHECK(is_loopback({"localhost", 1}));
  CHECK(is_loopback({"127.255.255.254", 1}));
  CHECK_FALSE(is_loopback({"::", 1}));
  CHECK_FALSE(is_loopback({"128.0.0.1", 1}));
  CHECK_FALSE(is_loopback({"::ffff:127.0.0.1", 1}));  // IPv4-mapped
  CHECK_THROWS_AS(is_loopback({"no such host.invalid", 1}), NetworkError);
}

TEST_CASE("a server that does not accept is not waited for without end") {
  // The queue of a listener that never accepts fills up soon.
  Address address{"127.0.0.1", 0};
  const int listener = listen_at(address);
  REQUIRE(listen(listener, 0) == 0);
  std::vector<int> queue;
  std::string told;
  for (int i = 0; i < 8 && told.empty(); ++i) try {
      queue.push_back(dial(address, 1));
    } catch (const NetworkError& error) {
      told = error.what();
    }
  CHECK(told == address.text() + ": Connection timed out");
  for (const int socket : queue) close(socket);
  close(listener);
}

TEST_CASE("an earlier interrupt ends a wait at once") {
  Interrupt interrupt;
  interrupt.trigger();
  const auto start = std::chrono::steady_clock::now();
  CHECK_FALSE(wait_milliseconds(60000, interrupt));
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(30));
}

}  // namespace fedltr::sockets_test
