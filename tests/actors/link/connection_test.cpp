// Two sides of a connection, without sockets.
#include "actors/link/connection.hpp"

#include <doctest/doctest.h>

#include "actors/nodes/node_wire.hpp"
#include "tests/support/certificates.hpp"

namespace fedltr::connection_test {
namespace {

GatewayConfig accepting(const link::Protocols& protocols) {
  GatewayConfig config;
  config.terms.protocols = protocols;
  config.terms.version = "2.0";
  config.terms.refuse_earlier = wire::refuse_earlier;
  config.terms.knows_token = [](const std::string& name,
                                const std::string& token) {
    return token == name + "'s secret";
  };
  config.patience = 10;
  config.silence = 3;
  return config;
}

GatewayConfig connecting(const link::Protocols& protocols) {
  GatewayConfig config;
  config.terms.protocols = protocols;
  config.terms.version = "1.0";
  config.terms.name = "alice";
  config.terms.token = "alice's secret";
  return config;
}

/// Both sides, and what each has received.
struct Pair {
  Pair(const GatewayConfig& server_config, const GatewayConfig& node_config)
      : of_server(server_config),
        of_node(node_config),
        server(of_server),
        node(of_node) {}

  /// Carries bytes until both are quiet, or a side ends the connection.
  void talk() {
    for (bool quiet = false; !quiet;) {
      const std::string there = node.take();
      give(server, there, at_server, end_of_server);
      const std::string back = server.take();
      give(node, back, at_node, end_of_node);
      quiet = there.empty() && back.empty();
    }
  }

  GatewayConfig of_server;
  GatewayConfig of_node;
  Connection server;
  Connection node;
  std::vector<std::string> at_server;
  std::vector<std::string> at_node;
  std::optional<LinkError> end_of_server;
  std::optional<LinkError> end_of_node;

 private:
  static void give(Connection& to, const std::string& bytes,
                   std::vector<std::string>& received,
                   std::optional<LinkError>& end) {
    if (end || bytes.empty()) return;
    try {
      to.feed(bytes);
      while (const auto message = to.next()) received.push_back(*message);
    } catch (const LinkError& error) {
      end = error;
    }
  }
};

template <class Change>
std::string refusal_of(const Change& change) {
  GatewayConfig node = connecting({1, 1});
  change(node.terms);
  Pair pair(accepting({1, 1}), node);
  pair.talk();
  REQUIRE(pair.end_of_server);
  REQUIRE(pair.end_of_node);
  CHECK(pair.end_of_server->end == LinkEnd::kRefused);
  CHECK(pair.end_of_node->end == LinkEnd::kRefused);
  CHECK(pair.end_of_node->what() ==
        std::string("refused by the server: ") + pair.end_of_server->what());
  return pair.end_of_server->what();
}

const test::Authority& authority() {
  static const test::Authority made;
  return made;
}

void use(GatewayConfig& config, const Certificates& certificates, Side side) {
  config.tls = [tls = TlsConfig(certificates, side)] { return tls; };
}

}  // namespace

TEST_CASE("an upgrade of one side ends nothing while ranges overlap") {
  for (const auto& [ours, its, chosen] :
       {std::tuple{link::Protocols{1, 3}, link::Protocols{2, 5}, 3U},
        {link::Protocols{2, 5}, link::Protocols{1, 3}, 3U},
        {link::Protocols{4, 4}, link::Protocols{4, 4}, 4U}}) {
    Pair pair(accepting(ours), connecting(its));
    pair.talk();
    CHECK(pair.server.is_greeted());
    CHECK(pair.node.is_greeted());
    CHECK(pair.server.protocol() == chosen);
    CHECK(pair.node.protocol() == chosen);
    CHECK(pair.server.name() == "alice");
    pair.node.send("one");
    pair.server.send("two");
    pair.talk();
    CHECK(pair.at_server == std::vector<std::string>{"one"});
    CHECK(pair.at_node == std::vector<std::string>{"two"});
  }
}

TEST_CASE("sides without a common protocol hear both ranges") {
  Pair pair(accepting({4, 6}), connecting({1, 3}));
  pair.talk();
  REQUIRE(pair.end_of_node);
  CHECK(pair.end_of_node->end == LinkEnd::kRefused);
  CHECK(pair.end_of_node->what() ==
        std::string("refused by the server: it speaks protocols 1 to 3 "
                    "(fedltr 1.0), but the server is fedltr 2.0 and speaks "
                    "protocols 4 to 6"));
}

TEST_CASE("a node of an earlier fedltr hears why, in its own format") {
  using namespace std::string_literals;
  const GatewayConfig config = accepting({5, 6});
  Connection server(config);
  // Protocol 4: {protocol, version, name, token, cores}.
  server.feed(
      framed("\0\4\0\0\0\3\0\0\0\0\0\0\0"
             "1.0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0"s));
  const std::string why =
      "it speaks protocol 4, but the server is fedltr 2.0 and speaks "
      "protocols 5 to 6";
  CHECK_THROWS_WITH_AS(server.next(), why.c_str(), LinkError);
  CHECK(server.take() == framed(wire::refuse_earlier(why)));
}

TEST_CASE("a node notes that its server is an earlier fedltr, and ends") {
  const GatewayConfig config = connecting({5, 6});
  Connection node(config);
  node.feed(framed(wire::refuse_earlier("a number that names no value")));
  try {
    node.next();
    FAIL("it goes on");
  } catch (const LinkError& error) {
    CHECK(error.end == LinkEnd::kRefused);
    CHECK(error.what() ==
          std::string("the server is an earlier fedltr, this side is fedltr "
                      "1.0 and speaks protocols 5 to 6"));
  }
}

TEST_CASE("a peer is refused with the values that do not fit") {
  CHECK(refusal_of([](auto& x) { x.name = "a\nb"; }) ==
        "its name is not valid: 'a?b'");
  CHECK(refusal_of([](auto& x) { x.name = ""; }) ==
        "its name is not valid: ''");
  CHECK(refusal_of([](auto& x) { x.name = std::string(65, 'a'); }) != "");
  CHECK(refusal_of([](auto& x) { x.token = "bob's secret"; }) ==
        "its token is wrong or was revoked, or is missing in "
        "tokens/ there");
}

TEST_CASE("a peer without a valid token learns nothing else") {
  CHECK(refusal_of([](auto& x) {
          x.token = "guess";
          x.protocols = {7, 7};
        }) ==
        "its token is wrong or was revoked, or is missing in "
        "tokens/ there");
}

TEST_CASE("with TLS a peer has the name of its certificate") {
  GatewayConfig server = accepting({1, 1});
  GatewayConfig node = connecting({1, 1});
  use(server, authority().issue("server", "serverAuth"), Side::kServer);
  use(node, authority().issue("alice", "clientAuth"), Side::kNode);
  Pair pair(server, node);
  pair.talk();
  CHECK(pair.server.is_greeted());
  CHECK(pair.node.is_greeted());
  use(node, authority().issue("bob", "clientAuth"), Side::kNode);
  Pair other(server, node);
  other.talk();
  REQUIRE(other.end_of_server);
  CHECK(other.end_of_server->what() ==
        std::string("it claims to be alice, but its certificate is of bob"));
}

TEST_CASE(
    "a server of another authority ends a node at once, and it the node") {
  const test::Authority stranger;
  GatewayConfig server = accepting({1, 1});
  GatewayConfig node = connecting({1, 1});
  use(server, stranger.issue("server", "serverAuth"), Side::kServer);
  use(node, authority().issue("alice", "clientAuth"), Side::kNode);
  Pair pair(server, node);
  pair.talk();
  REQUIRE(pair.end_of_node);
  CHECK(pair.end_of_node->end == LinkEnd::kRefused);
  CHECK_FALSE(pair.server.is_greeted());
  use(server, authority().issue("server", "serverAuth"), Side::kServer);
  use(node, authority().issue("alice", "serverAuth"), Side::kNode);
  Pair other(server, node);
  other.talk();
  REQUIRE(other.end_of_node);
  CHECK(other.end_of_node->end == LinkEnd::kRefused);
}

TEST_CASE("another service at the port may give way to a server") {
  GatewayConfig tls = connecting({1, 1});
  use(tls, authority().issue("alice", "clientAuth"), Side::kNode);
  for (const GatewayConfig& config : {connecting({1, 1}), tls})
    for (const std::string& bytes :
         {framed("\x7fnonsense"), framed("SSH-2.0-OpenSSH_9.6"),
          std::string("220 mail.example ESMTP\r\n")}) {
      Connection node(config);
      try {
        node.feed(bytes);
        node.next();
        FAIL("it goes on");
      } catch (const LinkError& error) {
        CHECK(error.end == LinkEnd::kLost);
      }
    }
}

TEST_CASE("a frame in place of a greeting or a message is invalid") {
  const auto end_after = [](const std::vector<std::string>& frames) {
    const GatewayConfig config = accepting({1, 1});
    Connection server(config);
    for (const std::string& frame : frames) server.feed(framed(frame));
    try {
      while (server.next()) {
      }
    } catch (const LinkError& error) {
      return error.end;
    }
    FAIL("it goes on");
    return LinkEnd::kLost;
  };
  const std::string hello =
      encode(link::Hello{{1, 1}, "1.0", "alice", "alice's secret"});
  CHECK(end_after({"\x83message"}) == LinkEnd::kInvalid);
  CHECK(end_after({hello.substr(0, 9)}) == LinkEnd::kInvalid);
  CHECK(end_after({hello, hello}) == LinkEnd::kInvalid);
  CHECK(end_after({hello, "\x7fnonsense"}) == LinkEnd::kInvalid);
  CHECK(end_after({hello, std::string(kMaxGreeting + 2, '\x83')}) ==
        LinkEnd::kInvalid);
  CHECK(end_after(std::vector<std::string>(1001, "")) == LinkEnd::kInvalid);
}

TEST_CASE("a welcome in a protocol that a side does not speak is none") {
  const GatewayConfig config = connecting({2, 3});
  for (const std::uint32_t protocol : {0, 1, 4}) {
    Connection node(config);
    node.feed(framed(encode(link::Welcome{protocol, "2.0"})));
    CHECK_THROWS_AS(node.next(), LinkError);
    CHECK_FALSE(node.is_greeted());
  }
}

TEST_CASE("a refusal contains whether another try may succeed") {
  for (const bool later : {false, true}) {
    Pair pair(accepting({1, 1}), connecting({1, 1}));
    pair.talk();
    pair.server.refuse({"why\n", later});
    pair.talk();
    REQUIRE(pair.end_of_node);
    CHECK(pair.end_of_node->what() ==
          std::string("refused by the server: why?"));
    CHECK(pair.end_of_node->end ==
          (later ? LinkEnd::kLost : LinkEnd::kRefused));
  }
}

TEST_CASE("a refusal has room for three keys with their values") {
  for (const std::size_t size : {900, 1001}) {
    Pair pair(accepting({1, 1}), connecting({1, 1}));
    pair.talk();
    pair.server.refuse({std::string(size, 'x')});
    pair.talk();
    REQUIRE(pair.end_of_node);
    CHECK(pair.end_of_node->what() ==
          "refused by the server: " + (size == 900
                                           ? std::string(size, 'x')
                                           : std::string(1000, 'x') + "..."));
  }
}

TEST_CASE("a token that is withdrawn ends a link, one that can't be read not") {
  std::optional<bool> known = true;
  GatewayConfig config = accepting({1, 1});
  config.silence = 100;
  config.terms.knows_token = [&](const auto&, const auto&) { return known; };
  Pair pair(config, connecting({1, 1}));
  pair.talk();
  const auto tick = [&](int times) {
    for (int i = 0; i < times; ++i) pair.server.tick();
  };
  known = std::nullopt;
  tick(20);
  known = false;
  tick(9);
  known = true;  // it was rewritten between two looks
  tick(1);
  known = false;
  tick(11);
  known = true;  // it was rewritten after the second
  tick(8);
  known = false;
  tick(2);
  try {
    pair.server.tick();
    FAIL("it goes on");
  } catch (const LinkError& error) {
    CHECK(error.end == LinkEnd::kRevoked);
  }
  pair.talk();
  REQUIRE(pair.end_of_node);
  CHECK(pair.end_of_node->what() ==
        std::string("refused by the server: its token was withdrawn"));
}

TEST_CASE("a token that can't be read now refuses no peer for good") {
  GatewayConfig config = accepting({1, 1});
  config.terms.knows_token = [](const auto&, const auto&) {
    return std::optional<bool>();
  };
  Pair pair(config, connecting({1, 1}));
  pair.talk();
  CHECK_FALSE(pair.server.is_greeted());
  REQUIRE(pair.end_of_node);
  CHECK(pair.end_of_node->end == LinkEnd::kLost);
  CHECK(pair.end_of_node->what() ==
        std::string("refused by the server: its token can't be read now"));
}

TEST_CASE("silence and a missing greeting end a link after their ticks") {
  Pair pair(accepting({1, 1}), connecting({1, 1}));
  pair.talk();
  for (int i = 0; i < 3; ++i) pair.server.tick();
  CHECK_THROWS_WITH_AS(pair.server.tick(), "it is silent for 3 s", LinkError);
  const GatewayConfig config = accepting({1, 1});
  Connection stranger(config);
  for (int i = 0; i < 10; ++i) {
    stranger.feed(framed(""));
    stranger.tick();
  }
  CHECK_THROWS_WITH_AS(stranger.tick(), "it did not identify itself in 10 s",
                       LinkError);
}

}  // namespace fedltr::connection_test
