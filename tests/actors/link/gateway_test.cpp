// Connections, with plain sockets at their other ends.
#include "actors/link/gateway.hpp"

#include <caf/io/middleman.hpp>
#include <doctest/doctest.h>

#include "actors/runtime/scheduler.hpp"
#include "tests/support/certificates.hpp"
#include "tests/support/loopback.hpp"
#include "tests/support/watchdog.hpp"

namespace fedltr::gateway_test {
namespace {

constexpr auto kLong = std::chrono::seconds(20);

/// A gateway that listens, and its owner.
class Office {
 public:
  explicit Office(const std::function<void(GatewayConfig&)>& change = {}) {
    GatewayConfig wanted;
    std::tie(wanted.listener, port) = test::listen_on_loopback();
    wanted.tick = 10;
    wanted.silence = 1000;
    wanted.patience = 1000;
    if (change) change(wanted);
    gate = system.middleman().spawn_broker(
        gateway, wanted, caf::actor_cast<caf::actor>(self.ptr()));
  }

  /// Waits for the next message of that type.
  template <class Message>
  Message next() {
    Message received;
    bool came = false;
    self->receive(
        [&](const Message& message) {
          received = message;
          came = true;
        },
        caf::after(kLong) >> [] {});
    REQUIRE(came);
    return received;
  }
  template <class Message>
  void send(const Message& message) {
    self->send(gate, message);
  }

 private:
  struct Config : SystemConfig {
    Config() : SystemConfig(1) { load<caf::io::middleman>(); }
  };
  const test::Watchdog watchdog_{60};
  Config config_;

 public:
  caf::actor_system system{config_};
  caf::scoped_actor self{system};
  caf::actor gate;
  std::uint16_t port = 0;
};

/// A peer's socket.
class Client {
 public:
  explicit Client(const Office& office)
      : socket_(test::connect_to_loopback(office.port)) {
    REQUIRE(socket_ >= 0);
  }
  ~Client() { close(socket_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void write(const std::string& bytes) const {
    CHECK(::write(socket_, bytes.data(), bytes.size()) ==
          static_cast<ssize_t>(bytes.size()));
  }
  /// Reads `count` bytes; fewer if the gateway hangs up.
  std::string read(std::size_t count) const {
    std::string bytes(count, '\0');
    std::size_t size = 0;
    while (size < count) {
      const auto got = ::read(socket_, bytes.data() + size, count - size);
      if (got <= 0) break;
      size += static_cast<std::size_t>(got);
    }
    bytes.resize(size);
    return bytes;
  }
  /// The next frame that is no heartbeat; empty if the gateway hangs up.
  std::string next_frame() const {
    while (true) {
      const std::string length = read(4);
      if (length.size() < 4) return "";
      if (length != framed(""))
        return read(static_cast<unsigned char>(length[0]));
    }
  }
  bool is_cut_off() const {
    while (true) {
      const std::string byte = read(1);
      if (byte.empty()) return true;
    }
  }

 private:
  int socket_;
};

}  // namespace

TEST_CASE("frames go both ways, in their order") {
  Office office;
  const Client client(office);
  const auto up = office.next<LinkUp>();
  CHECK(up.name == "");
  CHECK(up.address.find("127.0.0.1:") == 0);
  client.write(framed("one") + framed("two"));
  const auto one = office.next<LinkFrame>();
  CHECK(one.link == up.link);
  CHECK(*one.bytes == "one");
  CHECK(*office.next<LinkFrame>().bytes == "two");
  office.send(
      SendFrame{up.link, std::make_shared<const std::string>("answer")});
  CHECK(client.next_frame() == "answer");
}

TEST_CASE("a peer's end is reported, and its link never comes again") {
  Office office;
  LinkId first = 0;
  {
    const Client client(office);
    first = office.next<LinkUp>().link;
  }
  CHECK(office.next<LinkDown>().link == first);
  const Client other(office);
  CHECK(office.next<LinkUp>().link != first);
}

TEST_CASE("a frame that is longer than is allowed ends its link") {
  Office office;
  const Client client(office);
  office.next<LinkUp>();
  client.write(std::string("\xff\xff\xff\x7f"));
  const auto down = office.next<LinkDown>();
  CHECK(down.why.find("a message of 2147483647 bytes") == 0);
  CHECK(down.invalid);
  CHECK(client.is_cut_off());
}

TEST_CASE("an admitted peer may send longer frames") {
  Office office;
  const Client client(office);
  const LinkId link = office.next<LinkUp>().link;
  const std::string longer(100000, 'x');
  office.send(Admit{link, longer.size()});
  // Its answer shows that the gateway has handled the earlier messages.
  office.send(SendFrame{link, std::make_shared<const std::string>("go")});
  CHECK(client.next_frame() == "go");
  client.write(framed(longer));
  CHECK(*office.next<LinkFrame>().bytes == longer);
}

TEST_CASE("a silent peer is cut off in time, admitted or not") {
  Office office([](auto& x) { x.patience = 3; });
  const Client stranger(office);
  office.next<LinkUp>();
  CHECK(office.next<LinkDown>().why.find("it did not identify itself") == 0);
  CHECK(stranger.is_cut_off());
  Office strict([](auto& x) { x.silence = 3; });
  const Client silent(strict);
  strict.send(Admit{strict.next<LinkUp>().link, 100});
  CHECK(strict.next<LinkDown>().why.find("it is silent for") == 0);
}

TEST_CASE("unknown peers are limited in number") {
  Office office([](auto& x) { x.max_strangers = 1; });
  const Client first(office);
  const LinkId link = office.next<LinkUp>().link;
  const Client second(office);
  CHECK(first.is_cut_off());  // it made room for the second
  CHECK(office.next<LinkDown>().link == link);
  const LinkId other = office.next<LinkUp>().link;
  office.send(Admit{other, 100});
  office.send(SendFrame{other, std::make_shared<const std::string>("go")});
  CHECK(second.next_frame() == "go");
  const Client third(office);
  CHECK(office.next<LinkUp>().link != other);
  second.write(framed("still here"));
  CHECK(*office.next<LinkFrame>().bytes == "still here");
}

TEST_CASE("a node comes in through a flood of idle connections") {
  const test::Authority authority;
  Office office([&](auto& x) {
    x.tls = [tls = TlsConfig(authority.issue("server", "serverAuth"),
                             Side::kServer)] { return tls; };
    x.max_strangers = 16;
  });
  std::vector<std::unique_ptr<Client>> flood;
  const auto add = [&](int count) {
    for (int i = 0; i < count; ++i)
      flood.push_back(std::make_unique<Client>(office));
  };
  add(40);
  Channel node(TlsConfig(authority.issue("alice", "clientAuth"), Side::kNode));
  const Client client(office);
  client.write(node.take());
  add(10);
  while (!node.established()) {
    const std::string byte = client.read(1);
    REQUIRE_FALSE(byte.empty());
    node.receive(byte);
  }
  add(10);
  client.write(node.take());
  CHECK(office.next<LinkUp>().name == "alice");
  add(40);  // they no longer compete with it: it is known
  node.send(framed("hello"));
  client.write(node.take());
  CHECK(*office.next<LinkFrame>().bytes == "hello");
}

TEST_CASE("signs of life at line rate are no signs of life") {
  Office office([](auto& x) { x.tick = 5000; });
  const Client client(office);
  office.next<LinkUp>();
  std::string beats;
  for (int i = 0; i < 1001; ++i) beats += framed("");
  client.write(beats);
  const auto down = office.next<LinkDown>();
  CHECK(down.why == "more than 1000 signs of life at once");
  CHECK(down.invalid);
}

TEST_CASE("a link that is dropped still gets what was sent to it") {
  Office office;
  const Client client(office);
  const LinkId link = office.next<LinkUp>().link;
  office.send(SendFrame{link, std::make_shared<const std::string>("bye")});
  office.send(Drop{link});
  CHECK(client.next_frame() == "bye");
  CHECK(client.is_cut_off());
}

TEST_CASE("a peer that is quiet gets heartbeats") {
  Office office;
  const Client client(office);
  office.next<LinkUp>();
  CHECK(client.read(12) == framed("") + framed("") + framed(""));
}

}  // namespace fedltr::gateway_test
