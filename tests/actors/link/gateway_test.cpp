// Connections, with plain sockets at their other ends.
#include "actors/link/gateway.hpp"

#include <atomic>
#include <thread>

#include <caf/io/middleman.hpp>
#include <doctest/doctest.h>
#include <sys/socket.h>

#include "actors/runtime/scheduler.hpp"
#include "tests/support/certificates.hpp"
#include "tests/support/loopback.hpp"
#include "tests/support/watchdog.hpp"

namespace fedltr::gateway_test {
namespace {

constexpr auto kLong = std::chrono::seconds(20);

const std::string kHello =
    framed(encode(link::Hello{{1, 1}, "test", "alice", "secret"}));

/// A message as a frame, without its length.
std::string message(const std::string& text) {
  return "\x83" + text;
}

/// A gateway that listens, and its owner.
class Office {
 public:
  explicit Office(const std::function<void(GatewayConfig&)>& change = {}) {
    GatewayConfig wanted;
    std::tie(wanted.listener, port) = test::listen_on_loopback();
    wanted.terms.knows_token = [](const auto&, const std::string& token) {
      return token == "secret";
    };
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
  /// Writes a few bytes, unless the gateway has hung up.
  void write_if_open(const std::string& bytes) const {
    ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
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
  /// Sends a greeting, and reads the Welcome.
  void greet() const {
    write(kHello);
    CHECK(link::kind_of(next_frame()) == link::Welcome::kKind);
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

TEST_CASE("messages go both ways, in their order") {
  Office office;
  const Client client(office);
  client.greet();
  const auto up = office.next<LinkUp>();
  CHECK(up.name == "alice");
  CHECK(up.protocol == 1);
  CHECK(up.address.find("127.0.0.1:") == 0);
  client.write(framed(message("one")) + framed(message("two")));
  const auto one = office.next<LinkFrame>();
  CHECK(one.link == up.link);
  CHECK(*one.bytes == "one");
  CHECK(*office.next<LinkFrame>().bytes == "two");
  office.send(
      SendFrame{up.link, std::make_shared<const std::string>("answer")});
  CHECK(client.next_frame() == message("answer"));
}

TEST_CASE("a peer's end is reported, and its link never comes again") {
  Office office;
  LinkId first = 0;
  {
    const Client client(office);
    client.greet();
    first = office.next<LinkUp>().link;
  }
  CHECK(office.next<LinkDown>().link == first);
  const Client other(office);
  other.greet();
  CHECK(office.next<LinkUp>().link != first);
}

TEST_CASE("a frame that is longer than is allowed ends its link") {
  Office office;
  const Client client(office);
  client.greet();
  office.next<LinkUp>();
  client.write(std::string("\xff\xff\xff\x7f"));
  const auto down = office.next<LinkDown>();
  CHECK(down.why.find("a message of 2147483647 bytes") == 0);
  CHECK(down.end == LinkEnd::kInvalid);
  CHECK(client.is_cut_off());
}

TEST_CASE("an owner may allow a peer longer messages") {
  Office office;
  const Client client(office);
  client.greet();
  const LinkId link = office.next<LinkUp>().link;
  const std::string longer(100000, 'x');
  office.send(Allow{link, longer.size()});
  // Its answer shows that the gateway has handled the earlier messages.
  office.send(SendFrame{link, std::make_shared<const std::string>("go")});
  CHECK(client.next_frame() == message("go"));
  client.write(framed(message(longer)));
  CHECK(*office.next<LinkFrame>().bytes == longer);
}

TEST_CASE("a silent peer is cut off in time, greeted or not") {
  Office office([](auto& x) { x.patience = 3; });
  const Client stranger(office);
  CHECK(stranger.is_cut_off());
  Office strict([](auto& x) { x.silence = 3; });
  const Client silent(strict);
  silent.greet();
  CHECK(strict.next<LinkDown>().why.find("it is silent for") == 0);
}

TEST_CASE("a peer that reads nothing is lost, though it speaks") {
  Office office([](auto& x) { x.silence = 20; });
  const Client client(office);
  client.greet();
  const LinkId link = office.next<LinkUp>().link;
  const auto bytes = std::make_shared<const std::string>(50000000, 'x');
  office.send(SendFrame{link, bytes});
  std::atomic<bool> lost = false;
  std::thread speaker([&] {
    while (!lost) {
      client.write_if_open(framed(""));
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  });
  const auto down = office.next<LinkDown>();
  lost = true;
  speaker.join();
  CHECK(down.why.find("it reads nothing for") == 0);
}

TEST_CASE("a refused peer gets the reason, and is counted") {
  const auto kept_out = std::make_shared<std::atomic<std::uint64_t>>(0);
  Office office([&](auto& x) { x.kept_out = kept_out; });
  const Client client(office);
  client.greet();
  office.send(Refuse{office.next<LinkUp>().link, "not today", true});
  const auto refused = link::read<link::Refused>(client.next_frame());
  CHECK(refused.why == "not today");
  CHECK(refused.later);
  CHECK(client.is_cut_off());
  const Client other(office);
  other.write(framed(encode(link::Hello{{1, 1}, "test", "alice", "guess"})));
  CHECK(link::read<link::Refused>(other.next_frame()).why ==
        "its token is wrong or was revoked, or is missing in "
        "tokens/ there");
  CHECK(other.is_cut_off());
  CHECK(*kept_out == 2);
}

TEST_CASE("unknown peers are limited in number") {
  Office office([](auto& x) { x.max_strangers = 1; });
  const Client first(office);
  // Its bytes show that the gateway has taken it in.
  first.read(4);
  const Client second(office);
  CHECK(first.is_cut_off());  // it made room for the second
  second.greet();
  const LinkId link = office.next<LinkUp>().link;
  const Client third(office);
  third.greet();
  CHECK(office.next<LinkUp>().link != link);
  second.write(framed(message("still here")));
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
  node.send(kHello);
  client.write(node.take());
  CHECK(office.next<LinkUp>().name == "alice");
  add(40);  // they no longer compete with it: it is known
  node.send(framed(message("hello")));
  client.write(node.take());
  CHECK(*office.next<LinkFrame>().bytes == "hello");
}

TEST_CASE("signs of life at line rate are no signs of life") {
  Office office([](auto& x) { x.tick = 5000; });
  const Client client(office);
  client.greet();
  office.next<LinkUp>();
  std::string beats;
  for (int i = 0; i < 1001; ++i) beats += framed("");
  client.write(beats);
  const auto down = office.next<LinkDown>();
  CHECK(down.why == "more than 1000 signs of life at once");
  CHECK(down.end == LinkEnd::kInvalid);
}

TEST_CASE("a link that is dropped still gets what was sent to it") {
  Office office;
  const Client client(office);
  client.greet();
  const LinkId link = office.next<LinkUp>().link;
  office.send(SendFrame{link, std::make_shared<const std::string>("bye")});
  office.send(Drop{link});
  CHECK(client.next_frame() == message("bye"));
  CHECK(client.is_cut_off());
}

TEST_CASE("a peer that is quiet gets heartbeats") {
  Office office;
  const Client client(office);
  client.greet();
  office.next<LinkUp>();
  CHECK(client.read(12) == framed("") + framed("") + framed(""));
}

}  // namespace fedltr::gateway_test
