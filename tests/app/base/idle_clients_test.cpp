#include "app/base/idle_clients.hpp"

#include <array>
#include <thread>

#include <doctest/doctest.h>
#include <sys/socket.h>
#include <unistd.h>

namespace fedltr::idle_clients_test {

namespace {

/// Both ends of a connection.
struct Ends {
  std::array<int, 2> sockets{};

  Ends() { socketpair(AF_UNIX, SOCK_STREAM, 0, sockets.data()); }
  ~Ends() {
    for (const int each : sockets) close(each);
  }
  Ends(const Ends&) = delete;
  Ends& operator=(const Ends&) = delete;

  int server() const { return sockets[0]; }
  void send_byte() const { CHECK(write(sockets[1], "G", 1) == 1); }
};

}  // namespace

TEST_CASE("the oldest idle client is dropped, and none before its time") {
  const Ends first;
  const Ends second;
  IdleClients idle;
  idle.begin(first.server(), false);
  idle.begin(second.server(), false);
  idle.drop_oldest();
  std::this_thread::sleep_for(2 * IdleClients::kLeast);
  idle.drop_oldest();
  CHECK_FALSE(idle.end(first.server()));
  CHECK(idle.end(second.server()));
  char byte = 0;
  CHECK(read(first.sockets[1], &byte, 1) == 0);
  CHECK_FALSE(idle.end(second.server()));
}

TEST_CASE("a client whose bytes wait to be read stays until its answer") {
  const Ends ends;
  ends.send_byte();
  IdleClients idle;
  for (const bool answered : {false, true}) {
    idle.begin(ends.server(), answered);
    std::this_thread::sleep_for(2 * IdleClients::kLeast);
    idle.drop_oldest();
    CHECK(idle.end(ends.server()) == !answered);
  }
}

}  // namespace fedltr::idle_clients_test
