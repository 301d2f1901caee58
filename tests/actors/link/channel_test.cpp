#include "actors/link/channel.hpp"

#include <doctest/doctest.h>

#include "tests/support/certificates.hpp"

namespace fedltr::channel_test {
namespace {

const test::Authority& authority() {
  static const test::Authority made;
  return made;
}

TlsConfig server_config() {
  return {authority().issue("server", "serverAuth"), Side::kServer};
}

TlsConfig node_config(const std::string& name = "alice") {
  return {authority().issue(name, "clientAuth"), Side::kNode};
}

/// Text that each side has received.
struct Talk {
  std::string at_server;
  std::string at_node;
};

/// Carries bytes both ways until neither side has any left.
Talk carry(Channel& server, Channel& node) {
  Talk talk;
  while (true) {
    const std::string to_server = node.take();
    if (!to_server.empty()) talk.at_server += server.receive(to_server);
    const std::string to_node = server.take();
    if (!to_node.empty()) talk.at_node += node.receive(to_node);
    if (to_server.empty() && to_node.empty()) return talk;
  }
}

}  // namespace

TEST_CASE("plaintext goes through as it is") {
  Channel channel;
  CHECK(channel.established());
  channel.send("hello");
  CHECK(channel.take() == "hello");
  CHECK(channel.take() == "");
  CHECK(channel.receive("back") == "back");
  CHECK(channel.peer() == "");
}

TEST_CASE("both sides know each other, and read what the other wrote") {
  Channel server(server_config());
  Channel node(node_config());
  node.send("sent before the handshake");
  CHECK_FALSE(node.established());
  const Talk first = carry(server, node);
  CHECK(server.established());
  CHECK(server.peer() == "alice");
  CHECK(node.peer() == "server");
  CHECK(first.at_server == "sent before the handshake");
  const std::string large(100000, 'x');
  server.send(large);
  const std::string wire = server.take();
  CHECK(wire.find("xxxx") == std::string::npos);
  CHECK(node.receive(wire) == large);
}

TEST_CASE("a certificate of another authority is refused") {
  const test::Authority other;
  Channel server(server_config());
  Channel node(TlsConfig(other.issue("alice", "clientAuth"), Side::kNode));
  CHECK_THROWS_AS(carry(server, node), ChannelError);
  CHECK_FALSE(server.established());
}

TEST_CASE("no node passes as the server, and no server as a node") {
  const Certificates of_node = authority().issue("alice", "clientAuth");
  const Certificates of_server = authority().issue("server", "serverAuth");
  Channel false_server(TlsConfig(of_node, Side::kServer));
  Channel node(node_config());
  CHECK_THROWS_AS(carry(false_server, node), ChannelError);
  Channel server(server_config());
  Channel false_node(TlsConfig(of_server, Side::kNode));
  CHECK_THROWS_AS(carry(server, false_node), ChannelError);
}

TEST_CASE("a server certificate with another name is no server's") {
  Channel other(
      TlsConfig(authority().issue("mirror", "serverAuth"), Side::kServer));
  Channel node(node_config());
  CHECK_THROWS_WITH_AS(carry(other, node),
                       doctest::Contains("hostname mismatch"), ChannelError);
}

namespace {

/// The error with which a node ends its handshake with a server.
ChannelError fault_at_node(Channel& server, Channel& node) {
  while (true) {
    const std::string to_server = node.take();
    try {
      if (!to_server.empty()) server.receive(to_server);
    } catch (const ChannelError&) {  // its alert follows
    }
    const std::string to_node = server.take();
    try {
      if (!to_node.empty()) node.receive(to_node);
    } catch (const ChannelError& error) {
      return error;
    }
    REQUIRE(to_server.size() + to_node.size() > 0);
  }
}

}  // namespace

TEST_CASE("a certificate that one side rejects is final, and nothing else") {
  Channel server(server_config());
  // A server certificate is not valid for a node.
  Channel node(
      TlsConfig(authority().issue("alice", "serverAuth"), Side::kNode));
  const ChannelError refused = fault_at_node(server, node);
  CHECK(std::string(refused.what()).find("unsupported certificate") !=
        std::string::npos);
  CHECK(refused.final);
  // A server of another authority.
  const test::Authority stranger;
  Channel foreign(
      TlsConfig(stranger.issue("server", "serverAuth"), Side::kServer));
  Channel second(node_config());
  const ChannelError other = fault_at_node(foreign, second);
  CHECK(other.final);
  CHECK(std::string(other.what()).find("of another authority than ours") !=
        std::string::npos);
  // Another service at the port, without TLS.
  Channel third(node_config());
  try {
    third.receive("220 mail.example ESMTP\r\n");
    FAIL("it was taken for TLS");
  } catch (const ChannelError& error) {
    CHECK(std::string(error.what()).find("may use no TLS") !=
          std::string::npos);
    CHECK_FALSE(error.final);
  }
  // An alert in the clear, before either side has shown a certificate.
  Channel fourth(node_config());
  try {
    fourth.receive(std::string("\x15\x03\x03\x00\x02\x02\x30", 7));
    FAIL("the alert was not heard");
  } catch (const ChannelError& error) {
    CHECK(std::string(error.what()).find("unknown ca") != std::string::npos);
    CHECK_FALSE(error.final);
  }
}

TEST_CASE("a certificate that ended may be a clock that is wrong") {
  const auto fault = [](const Certificates& of_server,
                        const Certificates& of_node) {
    Channel server(TlsConfig(of_server, Side::kServer));
    Channel node(TlsConfig(of_node, Side::kNode));
    return fault_at_node(server, node);
  };
  const auto issue = [](const char* name, const char* usage, int seconds) {
    return authority().issue(name, usage, seconds);
  };
  const ChannelError of_server = fault(issue("server", "serverAuth", -1),
                                       issue("alice", "clientAuth", 60));
  CHECK(std::string(of_server.what())
            .ends_with("(certificate has expired): the other side has to renew "
                       "it, unless this machine's clock is wrong"));
  CHECK_FALSE(of_server.final);
  const ChannelError of_node = fault(issue("server", "serverAuth", 60),
                                     issue("alice", "clientAuth", -1));
  CHECK(std::string(of_node.what())
            .ends_with("expired: renew it, unless the clock of either side is "
                       "wrong"));
  CHECK(of_node.final);
  const test::Authority old("P-256", -1);
  const ChannelError of_authority = fault(old.issue("server", "serverAuth"),
                                          old.issue("alice", "clientAuth"));
  CHECK(std::string(of_authority.what())
            .ends_with("it is the authority's: get its new ca.pem, unless this "
                       "machine's clock is wrong"));
  CHECK(of_authority.final);
}

TEST_CASE("a server whose certificate is refused does not blame the node") {
  // A node certificate is not valid for a server.
  Channel server(
      TlsConfig(authority().issue("server", "clientAuth"), Side::kServer));
  Channel node(node_config());
  CHECK_THROWS_AS(carry(server, node), ChannelError);
  try {
    server.receive(node.take());
    FAIL("the alert was not heard");
  } catch (const ChannelError& error) {
    CHECK(std::string(error.what())
              .starts_with("the other side refuses our certificate: "));
    CHECK_FALSE(error.final);  // an unauthenticated peer may claim this
  }
}

TEST_CASE("a bit that flips on the way is not the end of a node") {
  Channel server(server_config());
  Channel node(node_config());
  carry(server, node);
  server.send("a message");
  std::string wire = server.take();
  wire.back() = static_cast<char>(wire.back() ^ 1);
  try {
    node.receive(wire);
    FAIL("the bit was not found");
  } catch (const ChannelError& error) {
    CHECK_FALSE(error.final);
  }
}

TEST_CASE("bytes that are not TLS, or were changed, are refused") {
  Channel server(server_config());
  CHECK_THROWS_AS(server.receive("GET / HTTP/1.1\r\n\r\n"), ChannelError);
  Channel other(server_config());
  Channel node(node_config());
  carry(other, node);
  node.send("a message");
  std::string wire = node.take();
  wire.back() = static_cast<char>(wire.back() ^ 1);
  CHECK_THROWS_AS(other.receive(wire), ChannelError);
}

TEST_CASE("certificates that don't belong together are refused, by name") {
  Certificates mixed = authority().issue("alice", "clientAuth");
  mixed.key = authority().issue("bob", "clientAuth").key;
  CHECK_THROWS_AS(TlsConfig(mixed, Side::kNode), ChannelError);
  const auto fault_of = [](std::string Certificates::*part) {
    Certificates broken = authority().issue("alice", "clientAuth");
    broken.*part = "no PEM";
    try {
      TlsConfig(broken, Side::kNode);
      return std::string();
    } catch (const ChannelError& error) {
      return std::string(error.what());
    }
  };
  CHECK(fault_of(&Certificates::authority).find("the CA's certificate:") == 0);
  CHECK(fault_of(&Certificates::certificate).find("the certificate:") == 0);
  CHECK(fault_of(&Certificates::key).find("the private key:") == 0);
}

TEST_CASE("secrets are the same only if all of their bytes are") {
  CHECK(same_secret("abc", "abc"));
  CHECK(same_secret("", ""));
  CHECK_FALSE(same_secret("abc", "abd"));
  CHECK_FALSE(same_secret("abc", "ab"));
}

}  // namespace fedltr::channel_test
